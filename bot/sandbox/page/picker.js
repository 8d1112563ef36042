/* Select menus: the button that shows what is chosen, and the list that opens from it. */
import { displayName, freshId, h, placeNear } from "./dom.js";
import { withEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { CHANNEL, COMPONENT } from "./discord.js";

/** An emoji object as text: Discord's own emoji have only a name here. */
export function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}

/** What a select of any kind offers: [{value, label, description?, emoji?, chosen}]. */
export function selectOptions(component, session) {
  const chosen = new Set((component.default_values ?? []).map((value) => String(value.id)));
  const offered = OFFERS[component.type]?.(component, session) ?? [];
  return offered.map((option) => ({ ...option, chosen: option.default ?? chosen.has(option.value) }));
}

const OFFERS = {
  [COMPONENT.stringSelect]: (component) => component.options ?? [],
  [COMPONENT.userSelect]: (_, session) => peopleOptions(session),
  [COMPONENT.mentionableSelect]: (_, session) => peopleOptions(session),
  [COMPONENT.channelSelect]: (component, session) => channelOptions(component, session),
};

function peopleOptions({ people, bot }) {
  return [...people, bot]
    .filter((person) => person?.id)
    .map((person) => ({ value: person.id, label: displayName(person), description: `@${person.username}` }));
}

function channelOptions({ channel_types: types }, { channels }) {
  const open = [...channels.values()].filter(({ type }) => type !== CHANNEL.dm);
  return open
    .filter(({ type }) => !types?.length || types.includes(type))
    .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}

/**
 * The closed select. `values` are chosen now; `onchoose(values)` runs when the list closes with a valid choice.
 */
export function selectMenu(component, session, { values, disabled = false, onchoose }) {
  const options = selectOptions(component, session);
  const chosen = options.filter((option) => values.includes(option.value));
  const button = h(
    "button",
    {
      type: "button",
      class: "select",
      disabled,
      "aria-haspopup": "listbox",
      dataset: { key: component.custom_id },
      onclick: () => openPicker({ anchor: button, options, values, onchoose, ...limits(component) }),
    },
    chosen.length
      ? h("span", { class: "select-value" }, chosen.map((option) => option.label).join(", "))
      : h("span", { class: "select-placeholder" }, component.placeholder || "Choose…"),
    h("span", { class: "select-arrow", "aria-hidden": "true" }, icon("down")),
  );
  return button;
}

function limits(component) {
  const least = component.required === false ? 0 : 1;
  return {
    label: component.placeholder || "Choose",
    min: component.min_values ?? least,
    max: component.max_values ?? 1,
  };
}

/** Opens the list over the page; one choice closes it at once, several are closed by "Done". */
export function openPicker(settings) {
  document.querySelector(".picker")?.remove();
  const picker = new Picker(settings);
  (settings.anchor.closest("dialog") ?? document.body).append(picker.element);
  picker.open();
}

class Picker {
  constructor({ anchor, options, values, min, max, label, onchoose }) {
    Object.assign(this, { anchor, options, min, max, onchoose, before: values, chosen: new Set(values) });
    this.items = options.map((option) => this.item(option));
    this.done = h(
      "button",
      { type: "button", class: "button primary small", onclick: () => this.finish() },
      "Done",
    );
    this.element = h(
      "div",
      { class: "picker" },
      h(
        "div",
        { class: "picker-list", role: "listbox", "aria-label": label, "aria-multiselectable": String(max > 1) },
        this.items,
        options.length ? null : h("p", { class: "empty" }, "Nothing to choose from."),
      ),
      max > 1 || min === 0 ? h("div", { class: "picker-foot" }, (this.note = h("span")), this.done) : null,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.outside = (event) => this.element.contains(event.target) || this.leave();
    this.update();
  }

  item(option) {
    return h(
      "div",
      {
        id: freshId("choice"),
        role: "option",
        tabindex: "-1",
        class: "choice",
        dataset: { value: option.value },
        onclick: () => this.toggle(option.value),
      },
      option.emoji ? h("span", { class: "choice-emoji" }, withEmoji(emojiText(option.emoji))) : null,
      h(
        "span",
        { class: "choice-text" },
        h("span", {}, option.label),
        option.description ? h("small", {}, option.description) : null,
      ),
      h("span", { class: "choice-mark", "aria-hidden": "true" }),
    );
  }

  open() {
    placeNear(this.element, this.anchor);
    (this.items.find((item) => this.chosen.has(item.dataset.value)) ?? this.items[0])?.focus();
    setTimeout(() => document.addEventListener("pointerdown", this.outside, true));
  }

  toggle(value) {
    if (this.max === 1) {
      this.chosen = new Set(this.chosen.has(value) && this.min === 0 ? [] : [value]);
      return this.finish();
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else if (this.chosen.size < this.max) this.chosen.add(value);
    return this.update();
  }

  update() {
    for (const item of this.items)
      item.setAttribute("aria-selected", String(this.chosen.has(item.dataset.value)));
    this.done.disabled = this.chosen.size < this.min;
    if (this.note) this.note.textContent = `${this.chosen.size} chosen, ${range(this.min, this.max)}`;
  }

  /** Closing elsewhere keeps a valid new choice, as Discord does, and drops an invalid one. */
  leave() {
    const changed = [...this.chosen].sort().join() !== [...this.before].sort().join();
    if (changed && this.chosen.size >= this.min) this.finish();
    else this.close();
  }

  finish() {
    this.close();
    this.onchoose(this.options.map((option) => option.value).filter((value) => this.chosen.has(value)));
  }

  close() {
    document.removeEventListener("pointerdown", this.outside, true);
    this.element.remove();
    if (this.anchor.isConnected) this.anchor.focus();
  }

  key(event) {
    const at = this.items.indexOf(document.activeElement);
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.items.length - 1 };
    if (event.key in moves) this.items.at(moves[event.key] % this.items.length)?.focus();
    else if (event.key === "Escape") this.close();
    else if ((event.key === "Enter" || event.key === " ") && at >= 0) this.items[at].click();
    else if (event.key === "Tab") this.leave();
    else if (!this.typeAhead(event.key, at)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  typeAhead(key, at) {
    if (key.length !== 1 || key === " ") return false;
    const order = [...this.items.slice(at + 1), ...this.items.slice(0, at + 1)];
    const found = order.find((item) =>
      item.querySelector(".choice-text").textContent.toLowerCase().startsWith(key.toLowerCase()),
    );
    found?.focus();
    return Boolean(found);
  }
}

function range(min, max) {
  if (min === max) return `choose ${max}`;
  return min === 0 ? `up to ${max}` : `${min} to ${max}`;
}
