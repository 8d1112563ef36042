/* What one person knows: their channels, messages, commands and unanswered interactions, kept true by what arrives. */
import { PersonApi } from "./api.js";
import { CHANNEL, FLAG, hasFlag } from "./discord.js";
import { compareIds, isNewer } from "./snowflake.js";

const PAGE = 50;
const LOST = "The connection was lost before the answer came.";

/** One channel's messages, oldest first, as far back as they were asked for. */
class Log {
  constructor() {
    this.messages = [];
    this.complete = false;
    this.news = new Set();
  }

  find(id) {
    return this.messages.find((message) => message.id === id);
  }

  put(message) {
    const at = this.messages.findIndex((other) => compareIds(other.id, message.id) >= 0);
    if (at < 0) this.messages.push(message);
    else this.messages.splice(at, this.messages[at].id === message.id ? 1 : 0, message);
  }

  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  /** Takes what has just happened to a message, of which a page that is being fetched may not know yet. */
  hear(id, message = null) {
    this.news.add(id);
    if (message) this.put(message);
    else this.remove(id);
  }

  /** Takes a newest page: it replaces what it covers but for what was heard since it was asked for. */
  refresh(page) {
    const [first, last] = [page[0]?.id, page.at(-1)?.id];
    const kept = page.length < PAGE ? [] : this.messages.filter((message) => compareIds(message.id, first) < 0);
    const since = this.messages.filter(({ id }) => isNewer(id, last) || this.news.has(id));
    if (page.length < PAGE) this.complete = true;
    this.messages = [...kept, ...page.filter(({ id }) => !this.news.has(id))];
    for (const message of since) this.put(message);
  }

  /** Takes a page further back; what is known already is newer than it. */
  prepend(page) {
    this.complete = page.length < PAGE;
    for (const message of page) if (!this.find(message.id)) this.put(message);
  }
}

/**
 * One person at the table; what arrives for them is given to `receive`. Dispatches "change", "modal" for a form that answers this window's interaction, and "lost"
 * with the reason where a press on a message that is no more could not be sent.
 */
export class Session extends EventTarget {
  constructor(uid, marks) {
    super();
    Object.assign(this, { uid, marks, api: new PersonApi(uid) });
    this.me = { id: uid };
    this.guild = null;
    this.bot = { username: "Herald", online: true };
    this.people = [];
    this.channels = new Map();
    this.commands = [];
    this.logs = new Map();
    this.interactions = new Map();
    this.pending = new Map();
    this.failures = new Map();
    this.selected = new Map();
    this.dismissed = new Set();
    this.pressed = new Set();
    this.answer = null;
  }

  /** The line is lost, and with it the answers to whatever is under way. */
  lose() {
    for (const messageId of [...this.pending.keys()]) this.fail(messageId, LOST);
    for (const { id, state } of this.interactions.values())
      if (state === "sent") this.progress(id, { state: "failed", reason: LOST });
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Takes what this person sees out of everything there is; what was read before is fetched anew. */
  enter({ people, guild, bot, channels, commands, views }) {
    const view = views[this.uid];
    Object.assign(this, { me: people.find(({ id }) => id === this.uid), people, guild, bot });
    this.channels = new Map(view.channels.map((id) => [id, { ...channels[id] }]));
    this.commands = view.commands.map((id) => commands[id]);
    this.dmsOpen = view.dms_open;
    for (const id of view.channels)
      if (this.logs.has(id) || this.isUnread(id)) this.fetchLatest(id).catch(() => null);
    this.changed();
  }

  log(channelId) {
    if (!this.logs.has(channelId)) this.logs.set(channelId, new Log());
    return this.logs.get(channelId);
  }

  async fetchLatest(channelId) {
    const log = this.log(channelId);
    log.news.clear();
    log.refresh(await this.api.messages(channelId, { limit: PAGE }));
    log.loaded = true;
    this.changed();
  }

  /** Makes sure that the newest page of a channel is here. */
  async openChannel(channelId) {
    if (!this.logs.get(channelId)?.loaded) await this.fetchLatest(channelId);
  }

  /** One page further back; answers whether there was anything. */
  async fetchOlder(channelId) {
    const log = this.log(channelId);
    if (log.complete || log.loading || !log.messages.length) return false;
    log.loading = true;
    try {
      log.prepend(await this.api.messages(channelId, { limit: PAGE, before: log.messages[0].id }));
    } finally {
      log.loading = false;
    }
    this.changed();
    return true;
  }

  /** Every pinned message of a channel, newest first; reads back as far as needed. */
  async pins(channelId) {
    for (let page = 0; page < 20 && (await this.fetchOlder(channelId)); page += 1);
    return this.log(channelId)
      .messages.filter((message) => message.pinned)
      .reverse();
  }

  // What arrives

  receive({ t, d }) {
    const handler = HANDLERS[t];
    if (!handler) return;
    handler(this, d);
    this.changed();
  }

  messageCreated(message) {
    const wasUnread = this.isUnread(message.channel_id);
    this.log(message.channel_id).hear(message.id, message);
    const channel = this.channels.get(message.channel_id);
    const moves = !hasFlag(message, FLAG.ephemeral) && isNewer(message.id, channel?.last_message_id);
    if (channel && moves) channel.last_message_id = message.id;
    if (message.author.id === this.uid && !wasUnread) this.markRead(message.channel_id);
    if (hasFlag(message, FLAG.ephemeral)) this.answer = message.id;
  }

  messageUpdated(message) {
    const log = this.log(message.channel_id);
    const answers = this.pressed.delete(message.id) || hasFlag(log.find(message.id) ?? message, FLAG.loading);
    if (answers && hasFlag(message, FLAG.ephemeral)) this.answer = message.id;
    if (log.find(message.id) || !log.loaded || hasFlag(message, FLAG.ephemeral)) log.hear(message.id, message);
    this.failures.delete(message.id);
    for (const key of this.selected.keys()) if (key.startsWith(`${message.id}:`)) this.selected.delete(key);
  }

  channelGone(channel) {
    this.channels.delete(channel.id);
    this.logs.delete(channel.id);
  }

  // What is unread

  newestId(channelId) {
    const own = this.channels.get(channelId)?.last_message_id ?? "0";
    const last = this.logs.get(channelId)?.messages.at(-1)?.id ?? "0";
    return isNewer(last, own) ? last : own;
  }

  isUnread(channelId) {
    return isNewer(this.newestId(channelId), this.marks.get(this.uid, channelId));
  }

  markRead(channelId) {
    if (!this.isUnread(channelId)) return;
    this.marks.set(this.uid, channelId, this.newestId(channelId));
    this.changed();
  }

  /** How many unread messages in a channel call this person: mentions, DMs, answers only they can see. */
  callsIn(channelId) {
    const mark = this.marks.get(this.uid, channelId);
    const messages = this.logs.get(channelId)?.messages ?? [];
    return messages.filter((message) => isNewer(message.id, mark) && this.isCalledBy(message)).length;
  }

  isCalledBy(message) {
    if (message.author.id === this.uid) return false;
    const isDm = this.channels.get(message.channel_id)?.type === CHANNEL.dm;
    return isDm || hasFlag(message, FLAG.ephemeral) || this.mentionsMe(message);
  }

  mentionsMe(message) {
    return Boolean(message.mention_everyone || message.mentions?.some((person) => person.id === this.uid));
  }

  /** What waits for this person, over all channels. */
  waiting() {
    const ids = [...this.channels.keys()];
    return {
      calls: ids.reduce((total, id) => total + this.callsIn(id), 0),
      unread: ids.some((id) => this.isUnread(id)),
    };
  }

  /** Takes the id of the private answer that has come since, null for none: it is to be read now. */
  takeAnswer() {
    const id = this.answer;
    this.answer = null;
    return id;
  }

  // Interactions

  /**
   * Sends an interaction. `origin` says where it came from: {channelId, messageId?, customId?, command?, modal?}.
   * A refusal by the server is thrown as `Refused`.
   */
  async interact(body, origin) {
    if (origin.messageId) this.press(origin);
    try {
      const { interaction_id: id } = await this.api.interact(body);
      Object.assign(this.interaction(id), { origin });
      this.settle(this.interaction(id));
    } catch (problem) {
      if (!origin.messageId) throw problem;
      this.fail(origin.messageId, problem.message);
      if (!this.log(origin.channelId).find(origin.messageId))
        this.dispatchEvent(new CustomEvent("lost", { detail: problem.message }));
    }
    this.changed();
  }

  press({ messageId, customId }) {
    this.pending.set(messageId, customId);
    this.pressed.add(messageId);
    this.failures.delete(messageId);
    this.changed();
  }

  fail(messageId, reason) {
    this.pending.delete(messageId);
    this.failures.set(messageId, reason);
  }

  interaction(id) {
    if (!this.interactions.has(id)) this.interactions.set(id, { id, state: "sent", origin: null });
    return this.interactions.get(id);
  }

  progress(id, news) {
    const interaction = Object.assign(this.interaction(id), news);
    this.settle(interaction);
  }

  /**
   * Brings the page in line with an interaction's state. News may be here before the answer to its sending, and may be
   * of an interaction in another window, which stays without an origin here.
   */
  settle(interaction) {
    const { state, origin } = interaction;
    if (!origin || state === "sent") return;
    if (origin.messageId) this.pending.delete(origin.messageId);
    if (state === "failed" && origin.messageId) this.fail(origin.messageId, interaction.reason);
    if (origin.modal) origin.modal.settle(interaction);
    if (interaction.modal) this.dispatchEvent(new CustomEvent("modal", { detail: interaction.modal }));
    interaction.modal = null;
  }

  /** Rows for interactions of a channel that have no message yet: being sent, being thought about, or failed. */
  openInteractions(channelId) {
    const answered = new Set((this.logs.get(channelId)?.messages ?? []).map((message) => answeredId(message)));
    return [...this.interactions.values()].filter(
      (interaction) =>
        interaction.origin?.channelId === channelId && !answered.has(interaction.id) && isShown(interaction),
    );
  }

  dismiss(id) {
    this.dismissed.add(id);
    this.interactions.delete(id);
    this.changed();
  }

  async setDms(open) {
    await this.api.setDms(open);
    this.dmsOpen = open;
    this.changed();
  }
}

function isShown({ state, kind, origin }) {
  if (state === "deferred") return kind === "message";
  return Boolean(origin.command) && (state === "sent" || state === "failed");
}

/** The interaction that a message answers. */
export function answeredId(message) {
  return message.interaction_metadata?.id ?? message.interaction?.id ?? null;
}

const HANDLERS = {
  MESSAGE_CREATE: (session, message) => session.messageCreated(message),
  MESSAGE_UPDATE: (session, message) => session.messageUpdated(message),
  MESSAGE_DELETE: (session, { channel_id: channelId, id }) => session.log(channelId).hear(id),
  CHANNEL_CREATE: (session, channel) => session.channels.set(channel.id, { ...channel }),
  CHANNEL_UPDATE: (session, channel) =>
    session.channels.set(channel.id, { ...session.channels.get(channel.id), ...channel }),
  CHANNEL_DELETE: (session, channel) => session.channelGone(channel),
  COMMANDS_UPDATE: (session, { commands }) => Object.assign(session, { commands }),
  PEOPLE_UPDATE: (session, { people }) => Object.assign(session, { people }),
  BOT_STATUS: (session, { online }) => Object.assign(session, { bot: { ...session.bot, online } }),
  MODAL: (session, modal) => session.progress(modal.interaction_id, { state: "done", modal }),
  INTERACTION_DEFERRED: (session, { interaction_id: id, kind }) =>
    session.progress(id, { state: "deferred", kind }),
  INTERACTION_DONE: (session, { interaction_id: id }) => session.progress(id, { state: "done" }),
  INTERACTION_FAILED: (session, { interaction_id: id, reason }) =>
    session.progress(id, { state: "failed", reason }),
};
