/* A slash command being filled in: one chip for each option, with its suggestions, sent when all is well. */
import { avatar, displayName, fill, h } from "./dom.js";
import { CHANNEL, INTERACTION, OPTION } from "./discord.js";
import { icon } from "./icons.js";
import { commandData, hint, readOption } from "./commands.js";
import { fileField, fileProblem } from "./files.js";

const DEBOUNCE = 120;

/** The form of one command. `onclose()` runs after it was sent or given up. */
export class SlashForm {
  constructor({ entry, session, channelId, suggestions, onclose, written = {} }) {
    Object.assign(this, { entry, session, channelId, suggestions, onclose, asked: 0 });
    this.chips = new Map();
    this.note = h("div", { class: "slash-note", role: "status" });
    this.row = h("div", { class: "chips" });
    this.element = h(
      "div",
      { class: "slash", tabindex: "-1", role: "group", "aria-label": `Command /${entry.name}` },
      this.note,
      this.row,
    );
    this.element.addEventListener("keydown", (event) => this.key(event));
    for (const option of entry.options)
      if (option.required || option.name in written) this.add(option, written[option.name]);
    this.draw();
  }

  // Chips

  add(option, text = "") {
    const input = isFile(option) ? fileField(described(option)) : textField(option);
    const chip = { option, input, picked: null, sent: null };
    chip.element = h(
      "label",
      { class: "chip", onmousedown: (event) => event.target !== input && this.focusChip(event, chip) },
      h("span", { class: "chip-name" }, option.name),
      input,
      option.required
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "chip-remove",
              "aria-label": `Leave out ${option.name}`,
              onclick: () => this.remove(chip),
            },
            icon("close"),
          ),
    );
    if (isFile(option)) input.addEventListener("change", () => (chip.sent = null));
    else input.value = text;
    input.addEventListener("focus", () => this.suggest(chip));
    input.addEventListener("input", () => this.edited(chip));
    input.addEventListener("blur", () => this.judge(chip));
    this.chips.set(option.name, chip);
    this.size(chip);
    return chip;
  }

  focusChip(event, chip) {
    event.preventDefault();
    chip.input.focus();
  }

  remove(chip) {
    this.chips.delete(chip.option.name);
    this.draw();
    this.focus();
  }

  draw() {
    const left = this.entry.options.filter((option) => !this.chips.has(option.name));
    fill(
      this.row,
      h(
        "button",
        { type: "button", class: "command-name", title: "Give up this command", onclick: () => this.onclose() },
        `/${this.entry.name}`,
        icon("close"),
      ),
      [...this.chips.values()].map((chip) => chip.element),
      left.map((option) =>
        h(
          "button",
          { type: "button", class: "chip-add", title: option.description, onclick: () => this.take(option) },
          `+ ${option.name}`,
        ),
      ),
    );
    this.describe(null);
  }

  take(option) {
    const chip = this.add(option);
    this.draw();
    chip.input.focus();
  }

  size({ input, option }) {
    if (isFile(option)) return;
    input.style.width = `${Math.max(4, Math.min(28, input.value.length + 2))}ch`;
  }

  describe(chip, problem = "") {
    const text = chip
      ? [chip.option.description, hint(chip.option)].filter(Boolean).join(" · ")
      : this.entry.description;
    fill(
      this.note,
      h("strong", {}, chip ? chip.option.name : `/${this.entry.name}`),
      ` ${text}`,
      problem ? h("span", { class: "slash-problem", role: "alert" }, ` ${problem}`) : null,
    );
  }

  read({ option, input, picked, sent }) {
    if (isFile(option)) {
      const problem = fileProblem(input.files, { least: option.required ? 1 : 0 });
      return problem ? { problem } : sent ? { value: sent } : {};
    }
    return readOption(option, { text: input.value, picked, offered: this.offers(option) });
  }

  judge(chip) {
    const { problem } = this.read(chip);
    const wrong = problem && chip.input.value.trim() !== "";
    chip.element.classList.toggle("wrong", Boolean(wrong));
    if (this.suggestions.input === chip.input) this.suggestions.hide();
  }

  edited(chip) {
    this.size(chip);
    chip.element.classList.remove("wrong");
    this.suggest(chip);
  }

  // Suggestions

  suggest(chip) {
    this.suggestions.attach(chip.input);
    this.describe(chip);
    const { option, input } = chip;
    const settled = chip.picked && chip.picked.label === input.value;
    if (option.autocomplete) return settled ? this.suggestions.hide() : this.askSoon(chip);
    const offered = this.offers(option);
    const typed = settled ? "" : input.value.trim().toLowerCase();
    const fitting = offered.filter(({ label, detail = "" }) =>
      `${label} ${detail}`.toLowerCase().includes(typed),
    );
    if (!offered.length) return this.suggestions.hide();
    return fitting.length
      ? this.list(chip, fitting)
      : this.suggestions.say("Nothing in the list fits what you typed.");
  }

  list(chip, items) {
    this.suggestions.show(items, { heading: chip.option.name, onpick: (item) => this.pick(chip, item) });
  }

  offers(option) {
    if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
    return OFFERS[option.type]?.(this.session) ?? [];
  }

  pick(chip, { label, value }) {
    chip.picked = { label, value };
    chip.input.value = label;
    this.size(chip);
    chip.element.classList.remove("wrong");
    this.suggestions.hide();
    this.nextEmpty()?.input.focus();
  }

  askSoon(chip) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(chip), DEBOUNCE);
  }

  async ask(chip) {
    const turn = ++this.asked;
    const body = {
      type: INTERACTION.autocomplete,
      channel_id: this.channelId,
      data: commandData(this.entry, this.filled(chip)),
    };
    const answer = await this.session.api.interact(body).catch((problem) => ({ problem: problem.message }));
    if (turn !== this.asked || document.activeElement !== chip.input) return;
    if (answer.problem) this.suggestions.say(answer.problem);
    else if (!answer.choices?.length) this.suggestions.say("Nothing fits what you typed.");
    else
      this.list(
        chip,
        answer.choices.map(({ name, value }) => ({ label: name, value })),
      );
  }

  // Sending

  /** The options as they stand; the focused one goes as typed, the others only when they are right. */
  filled(focused) {
    return [...this.chips.values()].flatMap((chip) => {
      const { name, type } = chip.option;
      if (chip === focused) return [{ name, type, value: chip.input.value, focused: true }];
      const { value } = this.read(chip);
      return value === undefined ? [] : [{ name, type, value }];
    });
  }

  firstWrong() {
    for (const chip of this.chips.values()) {
      const { problem } = this.read(chip);
      if (problem) return { chip, problem };
    }
    return null;
  }

  nextEmpty() {
    return [...this.chips.values()].find((chip) => !chip.input.value.trim());
  }

  async send() {
    const wrong = this.firstWrong();
    if (wrong) return this.refuse(wrong.chip, wrong.problem);
    if (this.sending) return null;
    this.sending = true;
    try {
      await this.upload();
      const body = {
        type: INTERACTION.command,
        channel_id: this.channelId,
        data: commandData(this.entry, this.filled(null)),
      };
      await this.session.interact(body, { channelId: this.channelId, command: this.entry.name });
      this.onclose();
    } catch (problem) {
      this.describe(null, problem.message);
    } finally {
      this.sending = false;
    }
    return null;
  }

  /** Sends the files that were chosen; what has been sent is not sent again after a refusal. */
  async upload() {
    for (const chip of this.chips.values())
      if (isFile(chip.option) && chip.input.files.length && !chip.sent)
        chip.sent = await this.session.api.upload(chip.input.files[0]);
  }

  refuse(chip, problem) {
    chip.input.focus();
    chip.element.classList.add("wrong");
    this.describe(chip, problem);
  }

  focus() {
    (this.nextEmpty()?.input ?? [...this.chips.values()].at(-1)?.input ?? this.element).focus();
  }

  key(event) {
    if (event.isComposing || this.suggestions.key(event)) return;
    const chip = [...this.chips.values()].find(({ input }) => input === event.target);
    if (event.key === "Enter" && event.target.tagName !== "BUTTON") this.enter(chip);
    else if (event.key === "Escape") this.onclose();
    else if (
      event.key === "Backspace" &&
      (!chip || (chip.input.value === "" && event.target.tagName !== "BUTTON"))
    )
      this.stepBack(chip);
    else return;
    event.preventDefault();
  }

  /** Enter goes on to the next option that is still empty, and sends when there is none. */
  enter(chip) {
    const missing = [...this.chips.values()].find(
      (other) => other !== chip && other.option.required && !other.input.value.trim(),
    );
    if (missing && chip?.input.value.trim()) missing.input.focus();
    else this.send();
  }

  stepBack(chip) {
    if (!chip || chip.option.required) this.onclose();
    else this.remove(chip);
  }
}

const isFile = ({ type }) => type === OPTION.attachment;

function described(option) {
  return {
    "aria-label": `${option.name}: ${option.description}`,
    "aria-required": option.required ? "true" : null,
  };
}

function textField(option) {
  return h("input", {
    class: "chip-input",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "off",
    inputmode: { [OPTION.integer]: "numeric", [OPTION.number]: "decimal" }[option.type],
    ...described(option),
  });
}

const OFFERS = {
  [OPTION.boolean]: () => [
    { label: "True", value: true },
    { label: "False", value: false },
  ],
  [OPTION.user]: peopleOffers,
  [OPTION.mentionable]: peopleOffers,
  [OPTION.channel]: ({ channels }) =>
    [...channels.values()]
      .filter(({ type }) => type !== CHANNEL.dm)
      .map((channel) => ({ label: `#${channel.name}`, value: channel.id })),
};

function peopleOffers({ people, bot }) {
  return [...people, { ...bot, colour: "#8a6d1f" }].map((person) => ({
    label: displayName(person),
    detail: `@${person.username}`,
    value: person.id,
    icon: avatar(person, "tiny"),
  }));
}
