/* The list above the message box: commands, choices, people, autocomplete results. The typing stays in its input. */
import { fill, freshId, h } from "./dom.js";

/** A listbox driven by the keys of another element; `items` are {label, detail?, icon?, heading?, ...}. */
export class Suggestions {
  constructor() {
    this.heading = h("div", { class: "suggestions-heading" });
    this.list = h("div", { id: freshId("suggestions"), role: "listbox", "aria-label": "Suggestions" });
    this.element = h("div", { class: "suggestions", hidden: true }, this.heading, this.list);
    this.items = [];
    this.at = -1;
  }

  get isOpen() {
    return !this.element.hidden && this.items.length > 0;
  }

  get current() {
    return this.isOpen ? this.items[this.at] : undefined;
  }

  /** Shows items; the first is marked unless `marked` is false. `onpick(item)` runs for the one chosen. */
  show(items, { heading = "", onpick, marked = true }) {
    Object.assign(this, { items, onpick, rows: items.map((item, index) => this.row(item, index)) });
    this.heading.textContent = heading;
    fill(this.list, this.rows);
    this.element.hidden = !items.length && !heading;
    this.mark(marked && items.length ? 0 : -1);
  }

  /** Shows one sentence in place of items. */
  say(sentence) {
    this.show([], { heading: sentence });
  }

  row(item, index) {
    const pick = (event) => {
      event.preventDefault();
      this.onpick(item);
    };
    return h(
      "div",
      {
        id: freshId("suggestion"),
        role: "option",
        class: "suggestion",
        onmousedown: (event) => event.preventDefault(),
        onclick: pick,
        onmousemove: () => this.mark(index),
      },
      item.icon ?? null,
      h("span", { class: "suggestion-label" }, item.label),
      item.detail ? h("span", { class: "suggestion-detail" }, item.detail) : null,
    );
  }

  mark(index) {
    this.at = index;
    this.rows?.forEach((row, place) => row.setAttribute("aria-selected", String(place === index)));
    this.input?.setAttribute("aria-activedescendant", this.rows?.[index]?.id ?? "");
    this.rows?.[index]?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.mark(-1);
  }

  /** Binds the list to the input that has the focus now. */
  attach(input) {
    this.input = input;
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-controls": this.list.id,
    })) {
      input.setAttribute(name, value);
    }
  }

  /** Takes arrows, Enter, Tab and Escape while open; answers whether the key was used. */
  key(event) {
    if (event.isComposing || this.element.hidden) return false;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && this.isOpen)
      this.mark((this.at + steps[event.key] + this.items.length) % this.items.length);
    else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey && this.current) this.onpick(this.current);
    else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    return true;
  }
}
