/* The middle of the page: one channel's messages, grouped by author and day, with what is new marked. */
import { NodeCache, avatar, displayName, h, reconcile } from "./dom.js";
import { components } from "./components.js";
import { FLAG, MESSAGE, hasFlag } from "./discord.js";
import { embed } from "./embeds.js";
import { markdown } from "./markdown.js";
import { icon } from "./icons.js";
import { find } from "./presses.js";
import { attachments } from "./media.js";
import { answeredId } from "./session.js";
import { compareIds, isNewer, madeAt } from "./snowflake.js";
import { formatTime, messageTime, sameDay } from "./time.js";
import { welcome } from "./welcome.js";

const GROUP_MILLISECONDS = 7 * 60 * 1000;
const NEAR_END = 80;

/** Shows the messages of one person's channel; `show` switches, `draw` brings it up to date. */
export class MessageView {
  constructor(actions) {
    this.actions = actions;
    this.list = h("ol", { class: "messages", "aria-live": "polite", "aria-label": "Messages" });
    this.jump = h("button", { type: "button", class: "jump", hidden: true, onclick: () => this.toEnd() });
    this.scroller = h("div", { class: "scroller", tabindex: "0" }, this.list);
    this.element = h("div", { class: "message-view" }, this.scroller, this.jump);
    this.atEnd = true;
    this.scroller.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(this.scroller);
    document.addEventListener("visibilitychange", () => this.seen());
  }

  show(session, channelId) {
    Object.assign(this, {
      session,
      channelId,
      rows: new NodeCache(),
      newFrom: session.marks.get(session.uid, channelId),
      atEnd: true,
    });
    this.hadUnread = session.isUnread(channelId);
    session.openChannel(channelId).catch((problem) => this.actions.complain(problem.message));
    this.draw();
    this.toEnd();
  }

  draw() {
    if (!this.session) return;
    this.noteScroll();
    const focused = focusKey(this.list);
    reconcile(this.list, this.nodes());
    restoreFocus(this.list, focused);
    if (this.atEnd) this.toEnd();
    this.reveal(this.session.takeAnswer());
    this.seen();
    this.updateJump();
  }

  nodes() {
    const log = this.session.log(this.channelId);
    const shown = log.messages.filter((message) => !this.session.dismissed.has(message.id));
    const entries = [
      ...shown.map((message) => ({ id: message.id, message })),
      ...this.session
        .openInteractions(this.channelId)
        .map((interaction) => ({ id: interaction.id, interaction })),
    ];
    entries.sort((one, other) => compareIds(one.id, other.id));
    const nodes =
      log.complete && log.loaded
        ? [this.rows.get("start", "", () => welcome(this.session, this.channelId, this.actions))]
        : [];
    if (!log.loaded && !shown.length)
      nodes.push(this.rows.get("loading", "", () => h("li", { class: "note" }, "Fetching messages…")));
    entries.forEach((entry, index) => nodes.push(...this.rowsFor(entry, entries[index - 1])));
    return nodes;
  }

  rowsFor(entry, before) {
    const rows = [];
    const date = madeAt(entry.id);
    const isNewDay = !before || !sameDay(date, madeAt(before.id));
    const isFirstNew = this.hadUnread && isNewer(entry.id, this.newFrom) && !isNewer(before?.id, this.newFrom);
    if (isNewDay)
      rows.push(
        this.rows.get(`day-${date.toDateString()}`, "", () =>
          h("li", { class: "day" }, h("span", {}, formatTime(date, "D"))),
        ),
      );
    if (isFirstNew)
      rows.push(this.rows.get("new", "", () => h("li", { class: "new-mark" }, h("span", {}, "New"))));
    rows.push(this.row(entry, !isNewDay && !isFirstNew && continues(entry.message, before?.message)));
    return rows;
  }

  row({ id, message, interaction }, compact) {
    if (interaction)
      return this.rows.get(id, interaction.state, () => openInteraction(interaction, this.session));
    const { pending, failures, people, channels } = this.session;
    const state = [
      compact,
      pending.get(id),
      failures.get(id),
      people.length,
      threadOf(message, channels)?.name,
    ].join("|");
    return this.rows.get(id, state, () => this.message(message, compact), message);
  }

  message(message, compact) {
    const at = {
      session: this.session,
      actions: this.actions,
      message,
      mentionsEveryone: message.mention_everyone,
    };
    if (SYSTEM[message.type]) return systemRow(message, SYSTEM[message.type](message, this.session));
    const classes = [
      "message",
      compact && "compact",
      hasFlag(message, FLAG.ephemeral) && "ephemeral",
      this.session.mentionsMe(message) && "mentions-me",
    ]
      .filter(Boolean)
      .join(" ");
    const author = authorOf(message, this.session);
    return h(
      "li",
      { class: classes, dataset: { id: message.id } },
      compact ? null : originLine(message, this.session, this.actions),
      compact ? h("time", { class: "side-time" }, formatTime(madeAt(message.id), "t")) : avatar(author),
      h("div", { class: "message-main" }, compact ? null : head(message, author), body(message, at)),
    );
  }

  // Scrolling and reading

  /** Notes whether one is at the end: whoever has just scrolled away stays there, though its event comes later. */
  noteScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) this.atEnd = true;
    else if (scrollTop < this.lastTop) this.atEnd = false;
    this.lastTop = scrollTop;
  }

  scrolled() {
    this.noteScroll();
    if (this.lastTop < 200) this.older();
    this.seen();
    this.updateJump();
  }

  async older() {
    const height = this.scroller.scrollHeight;
    const came = await this.session.fetchOlder(this.channelId).catch(() => false);
    if (!came) return;
    this.draw();
    if (!this.atEnd) this.scroller.scrollTop += this.scroller.scrollHeight - height;
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.atEnd = true;
  }

  /** Brings a private answer into view: the whole of it, or its beginning if it is higher than the page. */
  reveal(id) {
    const row = id && this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!row) return;
    const isHigh = row.offsetHeight > this.scroller.clientHeight;
    row.scrollIntoView({ block: isHigh ? "start" : "nearest" });
    if (!isHigh) return;
    this.atEnd = false;
    this.lastTop = this.scroller.scrollTop;
    if (!row.nextElementSibling) this.session.markRead(this.channelId);
  }

  seen() {
    if (this.session && this.atEnd && document.visibilityState === "visible")
      this.session.markRead(this.channelId);
  }

  updateJump() {
    this.jump.hidden = this.atEnd;
    const mark = this.session.marks.get(this.session.uid, this.channelId);
    const fresh = this.session
      .log(this.channelId)
      .messages.filter((message) => isNewer(message.id, mark)).length;
    this.jump.textContent = fresh ? `${fresh} new ↓` : "↓";
    this.jump.setAttribute("aria-label", fresh ? `${fresh} new messages below` : "To the newest");
  }

  /** Brings a message into view and lights it up for a moment. */
  jumpTo(id) {
    const row = this.list.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!row) return;
    this.atEnd = false;
    row.scrollIntoView({ block: "center" });
    row.classList.add("lit");
    setTimeout(() => row.classList.remove("lit"), 2000);
  }
}

function focusKey(list) {
  const active = document.activeElement;
  if (!list.contains(active) || !active.dataset.key) return null;
  return { id: active.closest("[data-id]")?.dataset.id, key: active.dataset.key };
}

function restoreFocus(list, focused) {
  if (!focused || list.contains(document.activeElement)) return;
  find(focused)?.focus();
}

function continues(message, before) {
  if (!message || !before || before.author.id !== message.author.id) return false;
  if (SYSTEM[before.type] || answeredId(message) || message.message_reference) return false;
  if (hasFlag(before, FLAG.ephemeral) !== hasFlag(message, FLAG.ephemeral)) return false;
  return madeAt(message.id) - madeAt(before.id) < GROUP_MILLISECONDS;
}

/** The author with the colour that the people list knows. */
export function authorOf(message, { people, bot }) {
  const known = people.find((person) => person.id === message.author.id);
  if (known) return known;
  return message.author.id === bot.id || message.author.bot
    ? { ...message.author, bot: true, colour: "#8a6d1f" }
    : message.author;
}

function head(message, author) {
  const written = madeAt(message.id);
  return h(
    "div",
    { class: "message-head" },
    h("span", { class: `author ${author.bot ? "is-bot" : ""}` }, displayName(author)),
    author.bot ? h("span", { class: "bot-tag" }, "BOT") : null,
    h("time", { datetime: written.toISOString(), title: formatTime(written, "F") }, messageTime(written)),
    message.content ? null : editedSign(message),
    message.pinned ? h("span", { class: "pin-sign", title: "Pinned" }, icon("pin")) : null,
  );
}

/** Stands after the words, or beside the author where there are none. */
function editedSign({ edited_timestamp: edited }) {
  return edited ? h("span", { class: "edited", title: formatTime(new Date(edited), "F") }, "(edited)") : null;
}

/** "Ann used /game new", or the message that this one replies to. */
function originLine(message, session, actions) {
  const { interaction_metadata: metadata, interaction } = message;
  const user = metadata?.user ?? interaction?.user;
  const name = metadata?.name ?? interaction?.name;
  if (user && name) {
    const person = session.people.find(({ id }) => id === user.id) ?? user;
    return h(
      "div",
      { class: "origin" },
      avatar(person, "tiny"),
      h("strong", {}, displayName(person)),
      " used ",
      h("span", { class: "command" }, `/${name}`),
    );
  }
  const target = message.referenced_message;
  if (!target)
    return message.message_reference
      ? h("div", { class: "origin" }, "Replies to a message that is gone")
      : null;
  return h(
    "button",
    { type: "button", class: "origin", onclick: () => actions.jumpTo(target.id) },
    avatar(authorOf(target, session), "tiny"),
    h("strong", {}, displayName(target.author)),
    " ",
    excerpt(target),
  );
}

/** The first words of a message, for lists and replies. */
export function excerpt(message) {
  const text =
    message.content ||
    message.embeds?.[0]?.title ||
    message.embeds?.[0]?.description ||
    firstText(message.components) ||
    "Attachment";
  const plain = text
    .replace(/[*_~`|>#]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > 90 ? `${plain.slice(0, 90)}…` : plain;
}

function firstText(items = []) {
  for (const item of items) {
    const text = item.content ?? firstText(item.components);
    if (text) return text;
  }
  return null;
}

function body(message, at) {
  if (hasFlag(message, FLAG.loading)) return [thinking(at.session), footer(message, at)];
  return [
    message.content ? markdown(message.content, at) : null,
    message.content ? editedSign(message) : null,
    attachments(message.attachments ?? []),
    (message.embeds ?? []).map((data) => embed(data, at)),
    message.components?.length ? h("div", { class: "components" }, components(message.components, at)) : null,
    threadChip(message, at),
    failure(message, at.session),
    footer(message, at),
  ];
}

function thinking({ bot }) {
  return h(
    "div",
    { class: "thinking" },
    h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    `${displayName(bot)} is thinking…`,
  );
}

function threadOf(message, channels) {
  return channels.get(message.thread?.id ?? message.id);
}

function threadChip(message, { session, actions }) {
  const thread = threadOf(message, session.channels);
  if (!thread) return null;
  return h(
    "button",
    {
      type: "button",
      class: "thread-chip",
      dataset: { key: `thread:${thread.id}` },
      onclick: () => actions.goTo(thread.id),
    },
    icon("thread"),
    " ",
    h("strong", {}, thread.name),
    " ›",
  );
}

function failure(message, { failures }) {
  const reason = failures.get(message.id);
  if (!reason) return null;
  return h("p", { class: "failure", role: "alert" }, icon("warning"), " ", reason);
}

function footer(message, { session }) {
  if (!hasFlag(message, FLAG.ephemeral)) return null;
  return h(
    "p",
    { class: "only-you" },
    icon("eye"),
    " Only you can see this · ",
    h(
      "button",
      {
        type: "button",
        class: "text-button",
        dataset: { key: "dismiss" },
        onclick: () => session.dismiss(message.id),
      },
      "Dismiss message",
    ),
  );
}

/** An interaction without a message yet, or one that failed. */
function openInteraction({ id, state, origin, reason }, session) {
  const used = origin.command
    ? h(
        "div",
        { class: "origin" },
        avatar(session.me, "tiny"),
        h("strong", {}, displayName(session.me)),
        " used ",
        h("span", { class: "command" }, `/${origin.command}`),
      )
    : null;
  const failed = state === "failed";
  return h(
    "li",
    { class: `message ${failed ? "ephemeral" : ""}`, dataset: { id } },
    used,
    avatar({ ...session.bot, colour: "#8a6d1f" }),
    h(
      "div",
      { class: "message-main" },
      h(
        "div",
        { class: "message-head" },
        h("span", { class: "author is-bot" }, displayName(session.bot)),
        h("span", { class: "bot-tag" }, "BOT"),
      ),
      failed
        ? h("p", { class: "failure", role: "alert" }, icon("warning"), " ", reason || "This interaction failed")
        : thinking(session),
      failed
        ? h(
            "p",
            { class: "only-you" },
            icon("eye"),
            " Only you can see this · ",
            h(
              "button",
              { type: "button", class: "text-button", onclick: () => session.dismiss(id) },
              "Dismiss message",
            ),
          )
        : null,
    ),
  );
}

const SYSTEM = {
  [MESSAGE.pinned]: () => ["pin", "pinned a message to this channel."],
  [MESSAGE.joined]: () => ["arrive", "joined."],
  [MESSAGE.threadCreated]: (message) => ["thread", `started a thread: ${message.content}`],
};

function systemRow(message, [sign, text]) {
  return h(
    "li",
    { class: "message system", dataset: { id: message.id } },
    h("span", { class: "system-sign", "aria-hidden": "true" }, icon(sign)),
    h(
      "div",
      { class: "message-main" },
      h("strong", {}, displayName(message.author)),
      ` ${text} `,
      h("time", {}, messageTime(madeAt(message.id))),
    ),
  );
}
