/* The list of channels with their threads, the DMs, and who one is at the bottom. */
import { NodeCache, avatar, displayName, h, reconcile } from "./dom.js";
import { CHANNEL, THREADS } from "./discord.js";
import { icon } from "./icons.js";
import { badge } from "./people.js";
import { compareIds } from "./snowflake.js";

/** The side bar of one person. */
export class ChannelView {
  constructor(actions) {
    this.actions = actions;
    this.title = h("h1", { class: "guild-name" });
    this.list = h("nav", { class: "channel-list", "aria-label": "Channels" });
    this.foot = h("div", { class: "me" });
    this.nodes = new NodeCache();
    this.element = h(
      "div",
      { class: "channels" },
      h("header", { class: "guild" }, this.title, h("small", {}, "Herald's sandbox")),
      this.list,
      this.foot,
    );
  }

  draw(session, currentId) {
    this.title.textContent = session.guild?.name ?? "…";
    reconcile(
      this.list,
      ordered(session).map((item) =>
        item.heading
          ? this.nodes.get(`heading ${item.heading}`, "", () => h("h2", {}, item.heading))
          : this.entry(session, item, currentId),
      ),
    );
    reconcile(this.foot, [this.meFor(session)]);
  }

  entry(session, { channel, depth }, currentId) {
    const facts = {
      calls: session.callsIn(channel.id),
      unread: session.isUnread(channel.id),
      isCurrent: channel.id === currentId,
    };
    const state = [depth, ...Object.values(facts)].join("|");
    return this.nodes.get(channel.id, state, () => this.button(channel, depth, facts), channel);
  }

  button(channel, depth, { calls, unread, isCurrent }) {
    const classes = [
      "channel",
      depth && "nested",
      isCurrent && "current",
      unread && "unread",
      channel.thread_metadata?.archived && "archived",
    ];
    return h(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "aria-current": isCurrent ? "page" : null,
        dataset: { key: `channel:${channel.id}` },
        onclick: () => this.actions.goTo(channel.id),
      },
      h("span", { class: "channel-sign", "aria-hidden": "true" }, signOf(channel)),
      h("span", { class: "channel-name" }, channel.name),
      calls ? badge(calls) : null,
      unread ? h("span", { class: "sr-only" }, "unread") : null,
    );
  }

  meFor(session) {
    const state = [session.dmsOpen, displayName(session.me), session.me.avatar_colour].join("|");
    return this.nodes.get(`me ${session.uid}`, state, () => this.me(session));
  }

  me(session) {
    const toggle = h("input", {
      type: "checkbox",
      role: "switch",
      id: "dms-open",
      onchange: (event) => this.setDms(session, event.target),
    });
    toggle.checked = session.dmsOpen ?? true;
    return h(
      "div",
      { class: "me-row" },
      avatar(session.me),
      h(
        "div",
        { class: "me-name" },
        h("strong", {}, displayName(session.me)),
        h("small", {}, `@${session.me.username ?? ""}`),
      ),
      h(
        "label",
        { class: "switch", title: "When closed, the bot cannot send this person DMs." },
        toggle,
        h("span", {}, toggle.checked ? "DMs open" : "DMs closed"),
      ),
    );
  }

  async setDms(session, toggle) {
    try {
      await session.setDms(toggle.checked);
    } catch (problem) {
      this.actions.complain(problem.message);
      toggle.checked = session.dmsOpen;
    }
  }
}

/** Discord's order: headings, channels by position, each with its threads, then the DMs. */
export function ordered(session) {
  const all = [...session.channels.values()];
  const top = all.filter(({ type }) => ![CHANNEL.dm, CHANNEL.category].includes(type) && !THREADS.has(type));
  const categories = all.filter(({ type }) => type === CHANNEL.category).sort(byPosition);
  const under = (parentId) =>
    top.filter((channel) => (channel.parent_id ?? null) === parentId).sort(byPosition);
  const withThreads = (channel) => [
    { channel, depth: 0 },
    ...threadsOf(all, channel.id).map((thread) => ({ channel: thread, depth: 1 })),
  ];
  const dms = all.filter(({ type }) => type === CHANNEL.dm);
  return [
    { heading: "Channels" },
    ...under(null).flatMap(withThreads),
    ...categories.flatMap((category) => [
      { heading: category.name },
      ...under(category.id).flatMap(withThreads),
    ]),
    ...(dms.length ? [{ heading: "Direct messages" }, ...dms.map((channel) => ({ channel, depth: 0 }))] : []),
  ];
}

function byPosition(one, other) {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id);
}

/** Open threads first, newest at the top, archived ones below. */
function threadsOf(all, channelId) {
  const isArchived = (thread) => Number(Boolean(thread.thread_metadata?.archived));
  return all
    .filter(({ type, parent_id: parent }) => THREADS.has(type) && parent === channelId)
    .sort((one, other) => isArchived(one) - isArchived(other) || compareIds(other.id, one.id));
}

/** The sign before a channel's name. */
export function signOf(channel) {
  if (channel.type === CHANNEL.dm) return "@";
  if (channel.type === CHANNEL.privateThread) return icon("lock");
  return THREADS.has(channel.type) ? icon("thread") : "#";
}
