/* The column of people: click one to be them. */
import { NodeCache, avatar, displayName, h, reconcile } from "./dom.js";
import { icon } from "./icons.js";
import { addPerson } from "./api.js";

/** The switcher; every person shows what waits for them. */
export class PeopleView {
  constructor(actions) {
    this.actions = actions;
    this.buttons = new NodeCache();
    this.add = h(
      "button",
      { type: "button", class: "person add-person", title: "Add a person", onclick: () => this.ask() },
      h("span", { class: "avatar", "aria-hidden": "true" }, icon("plus")),
      h("span", { class: "person-name" }, "Add"),
    );
    this.element = h("nav", { class: "people", "aria-label": "People" });
  }

  draw(sessions, currentId) {
    reconcile(this.element, [
      ...[...sessions.values()].map((session, index) => this.person(session, index, currentId)),
      this.add,
    ]);
  }

  person(session, index, currentId) {
    const { calls, unread } = session.waiting();
    const state = [
      session.me.global_name,
      session.me.avatar_colour,
      calls,
      unread,
      session.uid === currentId,
      index,
    ].join("|");
    const isCurrent = session.uid === currentId;
    return this.buttons.get(session.uid, state, () =>
      this.button(session, { calls, unread, index, isCurrent }),
    );
  }

  button({ uid, me }, { calls, unread, index, isCurrent }) {
    const name = displayName(me);
    const waits = calls ? `, ${calls} waiting` : unread ? ", unread messages" : "";
    return h(
      "button",
      {
        type: "button",
        class: `person ${isCurrent ? "current" : ""} ${unread ? "unread" : ""}`,
        "aria-current": isCurrent ? "true" : null,
        "aria-label": `Be ${name}${waits}`,
        title: `Be ${name}${index < 9 ? ` (Alt+${index + 1})` : ""}`,
        dataset: { key: `person:${uid}` },
        onclick: () => this.actions.become(uid),
      },
      avatar(me),
      calls ? badge(calls) : null,
      h("span", { class: "person-name" }, name),
    );
  }

  /** Asks for the name of a new person, who then joins the guild. */
  ask() {
    const input = h("input", {
      class: "input",
      maxlength: 32,
      required: true,
      autocomplete: "off",
      id: "new-person",
    });
    const problem = h("p", { class: "problem", role: "alert" });
    const dialog = h(
      "dialog",
      { class: "modal", "aria-labelledby": "new-person-title" },
      h(
        "form",
        { onsubmit: (event) => this.join(event, input, problem, dialog) },
        h("header", {}, h("h2", { id: "new-person-title" }, "Add a person")),
        h(
          "div",
          { class: "modal-body" },
          h("label", { class: "field-label", for: "new-person" }, "Name"),
          input,
        ),
        problem,
        h(
          "footer",
          {},
          h("button", { type: "button", class: "button ghost", onclick: () => dialog.close() }, "Cancel"),
          h("button", { type: "submit", class: "button primary" }, "Add"),
        ),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  async join(event, input, problem, dialog) {
    event.preventDefault();
    const name = input.value.trim();
    const username =
      name
        .toLowerCase()
        .normalize("NFKD")
        .replace(/[^a-z0-9._]/g, "") || `person${Date.now() % 10000}`;
    try {
      await addPerson(username, name);
      dialog.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  }
}

/** A red number. */
export function badge(number) {
  return h("span", { class: "badge" }, number > 99 ? "99+" : String(number));
}
