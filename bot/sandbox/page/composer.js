/* The message box: plain text is said, "/" opens the commands. */
import { callBeing, callable, storeCalls } from "./calls.js";
import { displayName, fill, h } from "./dom.js";
import { THREADS } from "./discord.js";
import { fileField, fileProblem } from "./files.js";
import { flatten, recognise, search, usableIn, writtenOptions } from "./commands.js";
import { icon } from "./icons.js";
import { SlashForm } from "./slash.js";
import { Suggestions } from "./suggestions.js";

const LONGEST = 2000;
const SHOWN = 40;
const MOST_FILES = 10;

/** The box at the bottom; drafts are kept for each person and channel. */
export class Composer {
  constructor(actions) {
    this.actions = actions;
    this.drafts = new Map();
    this.suggestions = new Suggestions();
    this.input = h("textarea", {
      class: "say",
      rows: 1,
      id: "say",
      autocomplete: "off",
      oninput: () => this.edited(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.suggestions.input === this.input && this.suggestions.hide(),
    });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.counter = h("span", { class: "counter" });
    this.slashButton = h(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": "Commands",
        title: "Commands",
        onclick: () => this.compose(""),
      },
      "/",
    );
    this.sendButton = h(
      "button",
      { type: "submit", class: "tool send", "aria-label": "Send", title: "Send" },
      icon("send"),
    );
    this.files = [];
    this.chosen = h("ul", { class: "chosen-files", "aria-label": "Files to send" });
    this.fileInput = fileField({
      multiple: true,
      hidden: true,
      "aria-label": "Files",
      onchange: () => this.choose(),
    });
    this.fileButton = h(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": "Attach files",
        title: "Attach files",
        onclick: () => this.fileInput.click(),
      },
      icon("file"),
    );
    this.place = h("div", { class: "composer-place" }, this.input);
    this.bar = h(
      "form",
      { class: "composer-bar", onsubmit: (event) => this.submit(event) },
      this.slashButton,
      this.fileButton,
      this.fileInput,
      this.place,
      this.counter,
      this.sendButton,
    );
    this.element = h("div", { class: "composer" }, this.suggestions.element, this.problem, this.chosen, this.bar);
  }

  show(session, channelId) {
    this.keepDraft();
    this.close();
    Object.assign(this, { session, channelId, draftKey: `${session.uid}/${channelId}` });
    this.input.value = this.drafts.get(this.draftKey) ?? "";
    this.problem.textContent = "";
    this.attach([]);
    this.draw();
    this.fit();
  }

  /** Keeps the box in line with the channel: its name, and whether anything may be said here. */
  draw() {
    const channel = this.session?.channels.get(this.channelId);
    if (!channel) return;
    const locked = Boolean(channel.thread_metadata?.locked);
    const where =
      channel.type === 1 ? `@${channel.name}` : `${THREADS.has(channel.type) ? "" : "#"}${channel.name}`;
    this.input.disabled = locked;
    this.fileButton.disabled = locked;
    this.input.placeholder = locked
      ? "This thread is locked."
      : `Message ${where} as ${displayName(this.session.me)}`;
    this.input.setAttribute("aria-label", `Message ${where}`);
  }

  keepDraft() {
    if (this.draftKey) this.drafts.set(this.draftKey, this.input.value);
  }

  entries() {
    return usableIn(flatten(this.session.commands), this.session.channels.get(this.channelId));
  }

  // Text

  edited() {
    this.problem.textContent = "";
    this.fit();
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n")) return this.offerPeople(text);
    const found = recognise(this.entries(), text.slice(1));
    return found ? this.begin(found.entry, found.rest) : this.offer(text.slice(1));
  }

  offer(typed) {
    this.suggestions.attach(this.input);
    const found = search(this.entries(), typed).slice(0, SHOWN);
    if (!found.length)
      return this.suggestions.say(
        this.session.commands.length
          ? "No command fits what you typed."
          : "The bot has registered no commands yet.",
      );
    return this.suggestions.show(
      found.map((entry) => ({ entry, label: `/${entry.name}`, detail: entry.description })),
      {
        heading: "Commands",
        onpick: ({ entry }) => this.begin(entry),
      },
    );
  }

  offerPeople(text) {
    const typed = callBeing(text, this.input.selectionStart);
    const found = typed === null ? [] : callable(this.session, typed);
    if (!found.length) return this.suggestions.hide();
    this.suggestions.attach(this.input);
    return this.suggestions.show(found, {
      heading: "People",
      onpick: ({ label }) => this.call(label, typed.length),
    });
  }

  call(name, typed) {
    const caret = this.input.selectionStart;
    this.input.setRangeText(`${name} `, caret - typed, caret, "end");
    this.edited();
  }

  fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 220)}px`;
    const left = LONGEST - this.input.value.length;
    this.counter.textContent = left < 200 ? String(left) : "";
    this.counter.classList.toggle("over", left < 0);
  }

  key(event) {
    if (this.suggestions.key(event) || event.isComposing) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.say();
  }

  submit(event) {
    event.preventDefault();
    if (this.form) this.form.send();
    else this.say();
  }

  // Files

  choose() {
    const files = [...this.files, ...this.fileInput.files];
    this.fileInput.value = "";
    this.problem.textContent = fileProblem(files, { most: MOST_FILES }) ?? "";
    if (!this.problem.textContent) this.attach(files);
  }

  /** Shows the files that go with the next message, each with a button that leaves it out. */
  attach(files) {
    this.files = files;
    fill(
      this.chosen,
      files.map((file) =>
        h(
          "li",
          {},
          file.name,
          h(
            "button",
            {
              type: "button",
              "aria-label": `Leave out ${file.name}`,
              onclick: () => this.attach(this.files.filter((other) => other !== file)),
            },
            icon("close"),
          ),
        ),
      ),
    );
  }

  async say() {
    const content = this.input.value.trim();
    const { files } = this;
    if (!content && !files.length) return;
    if (this.run(content)) return;
    if (content.startsWith("/") && this.suggestions.element.hidden === false) return;
    if (content.length > LONGEST) {
      this.problem.textContent = `A message has at most ${LONGEST} characters: ${content.length - LONGEST} too many.`;
      return;
    }
    const { session, channelId } = this;
    this.input.value = "";
    this.attach([]);
    this.fit();
    try {
      const sent = await Promise.all(files.map((file) => session.api.upload(file)));
      await session.api.say(channelId, storeCalls(content, session), sent);
    } catch (problem) {
      this.input.value = content;
      this.attach(files);
      this.problem.textContent = problem.message;
      this.fit();
    }
  }

  // Commands

  /** Sends what was typed as the command that it is; tells whether it is one, with all of its name. */
  run(content) {
    const found = content.startsWith("/") && recognise(this.entries(), `${content.slice(1)} `);
    if (!found) return false;
    this.begin(found.entry, found.rest.trim());
    this.form.send();
    return true;
  }

  /** Opens a command by its name ("game new"), or the list of commands when the name is not one. */
  compose(name) {
    this.close();
    const entry = this.entries().find((candidate) => candidate.name === name);
    if (entry) return this.begin(entry);
    this.input.value = `/${name}`;
    this.input.focus();
    return this.edited();
  }

  begin(entry, rest = "") {
    this.suggestions.hide();
    this.input.value = "";
    this.problem.textContent = "";
    this.form = new SlashForm({
      entry,
      session: this.session,
      channelId: this.channelId,
      suggestions: this.suggestions,
      onclose: () => this.leave(),
      written: writtenOptions(entry, rest),
    });
    fill(this.place, this.form.element);
    this.slashButton.hidden = true;
    this.fileButton.hidden = true;
    this.form.focus();
  }

  leave() {
    this.close();
    this.input.focus();
  }

  close() {
    this.suggestions.hide();
    this.slashButton.hidden = false;
    this.fileButton.hidden = false;
    if (!this.form) return;
    this.form = null;
    fill(this.place, this.input);
    this.fit();
  }
}
