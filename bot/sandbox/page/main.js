/* Puts the page together: one session for each person, one of them shown. */
import { Line } from "./api.js";
import { ChannelView, ordered } from "./channels.js";
import { Composer } from "./composer.js";
import { displayName, h } from "./dom.js";
import { CHANNEL } from "./discord.js";
import { Header } from "./header.js";
import { ReadMarks } from "./marks.js";
import { MessageView } from "./messages.js";
import { openModal } from "./modal.js";
import { PeopleView } from "./people.js";
import { keepPresses } from "./presses.js";
import { Session } from "./session.js";
import { startTicking } from "./time.js";

const FRAME = 16;
const COMPLAINT_STAYS = 6000;

class Page {
  constructor() {
    this.sessions = new Map();
    this.marks = new ReadMarks(() => this.redraw());
    this.lastChannel = new Map();
    this.buildActions();
    this.build();
    window.addEventListener("hashchange", () => this.followHash());
    window.addEventListener("keydown", (event) => this.key(event));
  }

  /** What the parts of the page may ask for. */
  buildActions() {
    this.actions = {
      become: (uid) => this.become(uid),
      goTo: (channelId) => this.goTo(channelId),
      compose: (name) => this.composer.compose(name),
      jumpTo: (messageId) => this.messages.jumpTo(messageId),
      complain: (sentence) => this.complain(sentence),
      toggleDrawer: () => this.toggleDrawer(),
    };
  }

  build() {
    this.people = new PeopleView(this.actions);
    this.channels = new ChannelView(this.actions);
    this.header = new Header(this.actions);
    this.messages = new MessageView(this.actions);
    this.composer = new Composer(this.actions);
    this.banner = h("div", { class: "banner", role: "status", hidden: true });
    this.toast = h("div", { class: "toast", role: "alert", hidden: true });
    this.drawer = h("div", { class: "drawer", id: "drawer" }, this.people.element, this.channels.element);
    const veil = h("div", { class: "veil", onclick: () => this.toggleDrawer(false) });
    const main = h("main", {}, this.header.element, this.banner, this.messages.element, this.composer.element);
    document.body.append(h("div", { class: "app" }, this.drawer, veil, main), this.toast);
  }

  start() {
    startTicking();
    keepPresses((sentence) => this.complain(sentence));
    this.line = new Line({ onframe: (frame) => this.receive(frame), onlost: () => this.lose() });
  }

  /** Everything there is comes first on the line, also when it is back; then what happens, and to whom. */
  receive(frame) {
    if (frame.t === "WORLD") return this.enter(frame.d);
    for (const uid of frame.to ?? this.sessions.keys()) this.sessions.get(uid)?.receive(frame);
    return null;
  }

  /** Shows what there is; where the sandbox has begun anew, those whom it does not know any more are gone. */
  enter(world) {
    this.lost = false;
    for (const uid of [...this.sessions.keys()]) if (!world.views[uid]) this.sessions.delete(uid);
    world.people.forEach((person) => this.admit(person));
    for (const session of this.sessions.values()) session.enter(world);
    if (!this.session) this.followHash();
  }

  lose() {
    this.lost = true;
    for (const session of this.sessions.values()) session.lose();
    this.drawBanner();
  }

  /** Gives a person who is new a session. */
  admit({ id }) {
    if (this.sessions.has(id)) return;
    const session = new Session(id, this.marks);
    this.sessions.set(id, session);
    session.addEventListener("change", () => this.redraw());
    session.addEventListener("lost", ({ detail }) => this.complain(detail));
    session.addEventListener("modal", ({ detail }) => openModal(session, detail, this.actions));
  }

  // Who and where

  get session() {
    return this.sessions.get(this.currentId);
  }

  /** Reads "#ann/123": a person's username, and perhaps a channel. */
  followHash() {
    const [username, channelId] = decodeURIComponent(location.hash.slice(1)).split("/");
    const all = [...this.sessions.values()];
    const session = all.find(({ me, uid }) => me.username === username || uid === username) ?? all[0];
    if (!session) return;
    if (session.uid !== this.currentId) this.currentId = session.uid;
    this.show(channelId ?? this.channelId);
  }

  /** Changing the person keeps the channel; from a DM one comes to the other person's DM. */
  become(uid) {
    if (uid === this.currentId) return this.toggleDrawer(false);
    const wasDm = isDm(this.session.channels.get(this.channelId));
    this.lastChannel.set(this.currentId, this.channelId);
    this.currentId = uid;
    return this.show(wasDm ? dmOf(this.session) : this.channelId);
  }

  goTo(channelId) {
    this.toggleDrawer(false);
    this.show(channelId);
    this.focusComposer();
  }

  /** Shows a channel that the person can see: the wanted one, the one they were in last, or the first. */
  show(wanted) {
    const { session } = this;
    const visible = (id) => session.channels.has(id);
    this.channelId = [wanted, this.lastChannel.get(session.uid), homeOf(session)].find(visible) ?? null;
    this.address(wanted);
    if (this.channelId) {
      this.messages.show(session, this.channelId);
      this.composer.show(session, this.channelId);
    }
    this.redraw();
  }

  address(wanted) {
    const { me, uid } = this.session;
    const channelId = this.channelId ?? wanted;
    const hash = `#${encodeURIComponent(me.username ?? uid)}${channelId ? `/${channelId}` : ""}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  focusComposer() {
    if (matchMedia("(hover: hover)").matches) this.composer.input.focus({ preventScroll: true });
  }

  // Drawing

  /** Draws once for all changes of this moment. */
  redraw() {
    if (this.drawing) return;
    this.drawing = true;
    setTimeout(() => {
      this.drawing = false;
      this.draw();
    }, FRAME);
  }

  draw() {
    const { session } = this;
    if (!session) return;
    if (!session.channels.has(this.channelId) && homeOf(session)) return this.show(homeOf(session));
    this.people.draw(this.sessions, this.currentId);
    this.channels.draw(session, this.channelId);
    this.header.draw(session, this.channelId, this.callsElsewhere());
    if (this.channelId) {
      this.messages.draw();
      this.composer.draw();
    }
    this.drawBanner();
    this.drawTitle();
    return null;
  }

  callsElsewhere() {
    return [...this.sessions.values()].reduce((total, session) => total + session.waiting().calls, 0);
  }

  drawBanner() {
    const { session } = this;
    if (this.lost) this.warn("The connection to the sandbox is lost. Trying again…", () => this.line.hurry());
    else if (!session.bot.online)
      this.warn(`${displayName(session.bot)} is offline and answers nothing until it is back.`);
    else this.banner.hidden = true;
  }

  warn(sentence, retry = null) {
    this.banner.hidden = false;
    if (this.banner.dataset.sentence === sentence) return;
    this.banner.dataset.sentence = sentence;
    this.banner.replaceChildren(
      sentence,
      ...(retry ? [" ", h("button", { type: "button", class: "text-button", onclick: retry }, "Try now")] : []),
    );
  }

  drawTitle() {
    const calls = this.callsElsewhere();
    const channel = this.session.channels.get(this.channelId);
    const title = `${calls ? `(${calls}) ` : ""}${displayName(this.session.me)}${channel ? ` · ${channel.name}` : ""} · Herald's sandbox`;
    if (document.title !== title) document.title = title;
  }

  complain(sentence) {
    this.toast.textContent = sentence;
    this.toast.hidden = false;
    clearTimeout(this.complaint);
    this.complaint = setTimeout(() => (this.toast.hidden = true), COMPLAINT_STAYS);
  }

  toggleDrawer(open = !document.body.classList.contains("drawer-open")) {
    document.body.classList.toggle("drawer-open", open);
    this.header.menu.setAttribute("aria-expanded", String(open));
    if (open) this.people.element.querySelector(".current")?.focus();
  }

  /** Alt+1…9 changes the person, Alt+Up and Alt+Down the channel, Escape closes the drawer. */
  key(event) {
    if (event.key === "Escape") this.toggleDrawer(false);
    if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (/^Digit[1-9]$/.test(event.code)) this.becomeNumber(Number(event.code.at(-1)) - 1, event);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      this.step(event.key === "ArrowUp" ? -1 : 1, event);
  }

  becomeNumber(index, event) {
    const uid = [...this.sessions.keys()][index];
    if (!uid) return;
    event.preventDefault();
    this.become(uid);
  }

  step(direction, event) {
    event.preventDefault();
    const ids = ordered(this.session)
      .filter(({ channel }) => channel)
      .map(({ channel }) => channel.id);
    const next = ids[(ids.indexOf(this.channelId) + direction + ids.length) % ids.length];
    if (next) this.goTo(next);
  }
}

function isDm(channel) {
  return channel?.type === CHANNEL.dm;
}

function dmOf({ channels }) {
  return [...channels.values()].find(isDm)?.id;
}

/** Where a person begins: the bot's own channel if there is one, or the first. */
function homeOf({ channels, bot }) {
  const texts = [...channels.values()].filter(({ type }) => type === CHANNEL.text);
  const own = texts.find(({ name }) => name === bot.username?.toLowerCase());
  return (own ?? texts[0] ?? [...channels.values()][0])?.id ?? null;
}

new Page().start();
