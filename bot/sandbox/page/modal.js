/* Modals: the bot's forms, checked here before they go out, and kept open with everything typed until they are answered. */
import { count, freshId, h } from "./dom.js";
import { COMPONENT, INTERACTION } from "./discord.js";
import { fileField, fileProblem } from "./files.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { selectMenu, selectOptions } from "./picker.js";

const PARAGRAPH = 2;
const LONGEST = 4000;

/** Opens the form that a MODAL frame describes, for one person. */
export function openModal(session, frame, actions) {
  new ModalDialog(session, frame, actions).open();
}

class ModalDialog {
  constructor(session, frame, actions) {
    Object.assign(this, { session, frame, dirty: false, warned: false });
    const { title, components } = frame.modal;
    this.parts = components.map((component) => buildPart(component, { session, actions }));
    this.problem = h("p", { class: "problem", role: "alert" });
    this.submitButton = h("button", { type: "submit", class: "button primary" }, "Submit");
    this.element = h(
      "dialog",
      { class: "modal", "aria-labelledby": "modal-title" },
      h(
        "form",
        { novalidate: true, onsubmit: (event) => this.submit(event), oninput: () => (this.dirty = true) },
        h(
          "header",
          {},
          h("h2", { id: "modal-title" }, title),
          h(
            "button",
            { type: "button", class: "tool", "aria-label": "Close", onclick: () => this.element.close() },
            icon("close"),
          ),
        ),
        h(
          "div",
          { class: "modal-body" },
          this.parts.map((part) => part.element),
        ),
        this.problem,
        h(
          "footer",
          {},
          h("button", { type: "button", class: "button ghost", onclick: () => this.element.close() }, "Cancel"),
          this.submitButton,
        ),
      ),
    );
    this.element.addEventListener("cancel", (event) => this.cancel(event));
    this.element.addEventListener("close", () => this.element.remove());
  }

  open() {
    document.body.append(this.element);
    this.element.showModal();
    this.element.querySelector(".modal-body :is(input, textarea, button)")?.focus();
  }

  /** The first Escape warns when something was written; the second closes. */
  cancel(event) {
    if (!this.dirty || this.warned) return;
    event.preventDefault();
    this.warned = true;
    this.problem.textContent = "Press Escape once more to throw away what you wrote.";
  }

  async submit(event) {
    event.preventDefault();
    const wrong = this.parts.filter((part) => !part.check());
    this.problem.textContent = "";
    if (wrong.length) return wrong[0].focus();
    this.busy(true);
    try {
      await Promise.all(this.parts.map((part) => part.ready?.()));
      await this.session.interact(this.body(), { channelId: this.frame.channel_id, modal: this });
    } catch (problem) {
      this.refuse(problem.message);
    }
  }

  body() {
    return {
      type: INTERACTION.modal,
      channel_id: this.frame.channel_id,
      modal_id: this.frame.modal_id,
      data: { custom_id: this.frame.modal.custom_id, components: this.parts.map((part) => part.answer()) },
    };
  }

  /** Called by the session when the bot has answered or failed to. */
  settle({ state, reason }) {
    if (state === "failed") this.refuse(reason || "Something went wrong. Try again.");
    else this.element.close();
  }

  refuse(sentence) {
    this.busy(false);
    this.problem.textContent = sentence;
  }

  busy(is) {
    this.submitButton.disabled = is;
    this.submitButton.classList.toggle("waiting", is);
  }
}

/** One top-level component as {element, answer(), check(), focus()}. */
function buildPart(component, at) {
  if (component.type === COMPONENT.label) return labelPart(component, at);
  if (component.type === COMPONENT.row) return rowPart(component, at);
  if (component.type === COMPONENT.text) {
    return {
      element: markdown(component.content, at),
      answer: () => ({ type: component.type, id: component.id }),
      check: () => true,
    };
  }
  throw new Error(`A modal cannot hold a component of type ${component.type}.`);
}

function labelPart({ id, type, label, description, component }, at) {
  const field = FIELDS[component.type](component, at);
  return framed(field, { label, description, component }, (answer) => ({ type, id, component: answer }));
}

function rowPart({ components: [component] }, at) {
  const field = FIELDS[component.type](component, at);
  return framed(field, { label: component.label, component }, (answer) => ({
    type: COMPONENT.row,
    components: [answer],
  }));
}

/** Puts a label, a description and room for a validation sentence round a field. */
function framed(field, { label, description, component }, wrap) {
  const name = freshId("label");
  const problem = h("p", { class: "field-problem", role: "alert" });
  const isGroup = [COMPONENT.radio, COMPONENT.checkboxes].includes(component.type);
  if (!isGroup) field.target.setAttribute("aria-labelledby", name);
  const required = component.required !== false && component.type !== COMPONENT.checkbox;
  const element = h(
    "div",
    { class: "field", role: isGroup ? "group" : null, "aria-labelledby": isGroup ? name : null },
    h(
      "div",
      { class: "field-label", id: name, onclick: () => field.target.focus() },
      label,
      required ? h("span", { class: "required", title: "required", "aria-hidden": "true" }, " *") : null,
    ),
    description ? h("div", { class: "field-description" }, description) : null,
    field.element,
    problem,
  );
  const check = () => {
    problem.textContent = field.problem() ?? "";
    field.target.setAttribute("aria-invalid", String(problem.textContent !== ""));
    return problem.textContent === "";
  };
  element.addEventListener("input", () => problem.textContent && check());
  const answer = () =>
    wrap({ type: component.type, id: component.id, custom_id: component.custom_id, ...field.value() });
  return { element, answer, check, ready: field.ready, focus: () => field.target.focus() };
}

/** The fields of forms: each {element, target (what takes the focus), value(), problem() -> sentence or null}. */
const FIELDS = {
  [COMPONENT.textInput]: textField,
  [COMPONENT.stringSelect]: selectField,
  [COMPONENT.userSelect]: selectField,
  [COMPONENT.roleSelect]: selectField,
  [COMPONENT.mentionableSelect]: selectField,
  [COMPONENT.channelSelect]: selectField,
  [COMPONENT.radio]: radioField,
  [COMPONENT.checkboxes]: checkboxesField,
  [COMPONENT.checkbox]: checkboxField,
  [COMPONENT.upload]: uploadField,
};

function textField({ style, placeholder, value, required, min_length: shortest, max_length: longest }) {
  const [least, most] = [shortest ?? 0, longest ?? LONGEST];
  const tag = style === PARAGRAPH ? "textarea" : "input";
  const input = h(tag, {
    class: "input",
    placeholder,
    rows: style === PARAGRAPH ? 5 : null,
    autocomplete: "off",
  });
  input.value = value ?? "";
  const counter = h("div", { class: "counter", "aria-hidden": "true" });
  const show = () =>
    (counter.textContent =
      most < LONGEST || input.value.length > LONGEST - 500 ? `${input.value.length}/${most}` : "");
  input.addEventListener("input", show);
  show();
  const problem = () => {
    const { length } = input.value;
    if (!length) return required === false ? null : "This field is required.";
    if (length < least) return `Write at least ${count(least, "character")}.`;
    return length > most ? `Write at most ${count(most, "character")}: ${length - most} too many.` : null;
  };
  return {
    element: h("div", {}, input, counter),
    target: input,
    value: () => ({ value: input.value }),
    problem,
  };
}

function selectField(component, { session }) {
  let values = selectOptions(component, session)
    .filter((option) => option.chosen)
    .map((option) => option.value);
  const holder = h("div");
  const field = { element: holder, value: () => ({ values }), problem: () => selectProblem(component, values) };
  const draw = () => {
    field.target = selectMenu(component, session, { values, onchoose: choose });
    holder.replaceChildren(field.target);
  };
  const choose = (chosen) => {
    const labelledBy = field.target.getAttribute("aria-labelledby");
    values = chosen;
    draw();
    field.target.setAttribute("aria-labelledby", labelledBy);
    field.target.focus();
    holder.dispatchEvent(new Event("input", { bubbles: true }));
  };
  draw();
  return field;
}

function selectProblem({ required, min_values: min }, values) {
  const least = Math.max(min ?? 1, required === false ? 0 : 1);
  if (!values.length && required === false) return null;
  return values.length < least ? `Choose ${least > 1 ? `at least ${least}` : "one"} of the list.` : null;
}

function optionList({ options = [] }, type) {
  const name = freshId("group");
  const inputs = options.map((option) =>
    h("input", { type, name, value: option.value, checked: option.default }),
  );
  const rows = options.map((option, index) =>
    h(
      "label",
      { class: "tick" },
      inputs[index],
      h(
        "span",
        { class: "choice-text" },
        h("span", {}, option.label),
        option.description ? h("small", {}, option.description) : null,
      ),
    ),
  );
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { element: h("div", { class: "ticks" }, rows), target: inputs[0], chosen };
}

function radioField(component) {
  const { element, target, chosen } = optionList(component, "radio");
  const problem = () => (component.required !== false && !chosen().length ? "Choose one of these." : null);
  return { element, target, value: () => ({ value: chosen()[0] ?? null }), problem };
}

function checkboxesField(component) {
  const { element, target, chosen } = optionList(component, "checkbox");
  const least = Math.max(component.min_values ?? 1, 1);
  const most = component.max_values ?? component.options?.length;
  const problem = () => {
    const { length } = chosen();
    if (!length && component.required === false) return null;
    if (length < least) return `Tick at least ${least}.`;
    return length > most ? `Tick at most ${most}.` : null;
  };
  return { element, target, value: () => ({ values: chosen() }), problem };
}

function checkboxField(component) {
  const input = h("input", { type: "checkbox", checked: component.default });
  const element = h("label", { class: "tick" }, input, h("span", {}, "Yes"));
  return { element, target: input, value: () => ({ value: input.checked }), problem: () => null };
}

function uploadField(component, { session }) {
  const least = component.required === false ? 0 : (component.min_values ?? 1);
  const most = component.max_values ?? 1;
  let sent = [];
  const target = fileField({ multiple: most > 1, onchange: () => (sent = []) });
  const problem = () => fileProblem(target.files, { least, most });
  const ready = async () => {
    if (!sent.length) sent = await Promise.all([...target.files].map((file) => session.api.upload(file)));
  };
  return { element: target, target, value: () => ({ values: sent }), problem, ready };
}
