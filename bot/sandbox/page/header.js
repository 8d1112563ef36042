/* The bar above the messages: where one is, the pinned messages, and on a phone the ways to the drawers. */
import { avatar, displayName, fill, h } from "./dom.js";
import { THREADS } from "./discord.js";
import { icon } from "./icons.js";
import { excerpt } from "./messages.js";
import { badge } from "./people.js";
import { signOf } from "./channels.js";

/** The header of the open channel. */
export class Header {
  constructor(actions) {
    this.actions = actions;
    this.menu = h(
      "button",
      {
        type: "button",
        class: "tool menu",
        "aria-label": "Channels and people",
        onclick: () => actions.toggleDrawer(),
      },
      icon("menu"),
    );
    this.place = h("div", { class: "where" });
    this.pins = h(
      "button",
      {
        type: "button",
        class: "tool pins",
        "aria-label": "Pinned messages",
        title: "Pinned messages",
        "aria-expanded": "false",
        onclick: () => this.togglePins(),
      },
      icon("pin"),
    );
    this.me = h("button", { type: "button", class: "tool header-me", onclick: () => actions.toggleDrawer() });
    this.panel = h("div", {
      class: "pins-panel",
      role: "dialog",
      "aria-label": "Pinned messages",
      hidden: true,
      onkeydown: (event) => event.key === "Escape" && this.closePins(true),
    });
    this.element = h("header", { class: "bar" }, this.menu, this.place, this.pins, this.me, this.panel);
    document.addEventListener(
      "pointerdown",
      (event) => this.panel.contains(event.target) || this.pins.contains(event.target) || this.closePins(),
    );
  }

  draw(session, channelId, callsElsewhere) {
    Object.assign(this, { session, channelId });
    const channel = session.channels.get(channelId);
    const parent = channel && THREADS.has(channel.type) ? session.channels.get(channel.parent_id) : null;
    if (!this.place.hasChildNodes() || channel !== this.channel || parent !== this.parent)
      fill(this.place, this.where(channel, parent));
    Object.assign(this, { channel, parent });
    const me = [displayName(session.me), session.me.avatar_colour, callsElsewhere].join("|");
    if (me !== this.meDrawn) fill(this.me, avatar(session.me), callsElsewhere ? badge(callsElsewhere) : null);
    this.meDrawn = me;
    this.me.setAttribute("aria-label", `You are ${displayName(session.me)}; change the person`);
  }

  where(channel, parent) {
    if (!channel) return h("strong", {}, "…");
    const key = `channel above:${parent?.id}`;
    const up = () => this.actions.goTo(parent.id);
    return [
      parent
        ? h("button", { type: "button", class: "parent", dataset: { key }, onclick: up }, `#${parent.name} ›`)
        : null,
      h("span", { class: "channel-sign", "aria-hidden": "true" }, signOf(channel)),
      h("strong", {}, channel.name),
      channel.topic ? h("span", { class: "topic", title: channel.topic }, channel.topic) : null,
    ];
  }

  async togglePins() {
    if (!this.panel.hidden) return this.closePins();
    this.panel.hidden = false;
    this.pins.setAttribute("aria-expanded", "true");
    fill(this.panel, h("h2", {}, "Pinned messages"), h("p", { class: "quiet" }, "Looking…"));
    const pinned = await this.session.pins(this.channelId).catch(() => []);
    const rows = pinned.map((message) =>
      h(
        "button",
        { type: "button", class: "pin", onclick: () => this.follow(message.id) },
        h("strong", {}, displayName(message.author)),
        h("span", {}, excerpt(message)),
      ),
    );
    fill(
      this.panel,
      h("h2", {}, "Pinned messages"),
      rows.length ? rows : h("p", { class: "quiet" }, "Nothing is pinned here."),
    );
    this.panel.querySelector("button")?.focus();
    return null;
  }

  follow(id) {
    this.closePins();
    this.actions.jumpTo(id);
  }

  closePins(focus = false) {
    this.panel.hidden = true;
    this.pins.setAttribute("aria-expanded", "false");
    if (focus) this.pins.focus();
  }
}
