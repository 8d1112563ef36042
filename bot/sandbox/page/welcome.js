/* What stands at the beginning of a channel, and what a newcomer reads before the first game. */
import { avatar, displayName, h } from "./dom.js";
import { CHANNEL, THREADS } from "./discord.js";
import { flatten } from "./commands.js";

const FIRST_COMMAND = "game new";

/** The first row of a channel: its name, and the welcome; once a game has begun there, how to open another. */
export function welcome(session, channelId, actions) {
  const channel = session.channels.get(channelId) ?? { name: "" };
  const isText = channel.type === CHANNEL.text;
  const isFresh = ![...session.channels.values()].some(({ parent_id: parent }) => parent === channelId);
  return h(
    "li",
    { class: "beginning" },
    h("h2", {}, title(channel)),
    h("p", { class: "quiet" }, subtitle(channel, session)),
    isText ? (isFresh ? panel(session, actions) : another(session, actions)) : null,
  );
}

function title(channel) {
  if (channel.type === CHANNEL.dm) return displayName({ global_name: channel.name });
  return THREADS.has(channel.type) ? channel.name : `Welcome to #${channel.name}`;
}

function subtitle(channel, session) {
  if (channel.type === CHANNEL.dm)
    return `Only ${displayName(session.me)} and ${channel.name} can read this. Secrets of your games arrive here.`;
  if (THREADS.has(channel.type)) return "This is the beginning of the thread.";
  return channel.topic || "This is the beginning of the channel.";
}

function another(session, actions) {
  return h("p", {}, "For another game press ", commandButton(session, actions), " and then the arrow below.");
}

function panel(session, actions) {
  const name = displayName(session.me);
  const others = session.people.filter((person) => person.id !== session.uid);
  return h(
    "section",
    { class: "welcome", "aria-label": "Welcome" },
    h("h3", {}, "A Discord of your own, to try Herald in"),
    h(
      "p",
      {},
      "Herald moderates four medieval board games played by post: Kingmaker, War Lord Tourney, Lancaster with Henry V, and Warriors of God. This sandbox runs on your machine: it needs no account, and nothing leaves it. Try everything.",
    ),
    h(
      "ol",
      {},
      h(
        "li",
        {},
        "You are ",
        avatar(session.me, "tiny"),
        h("strong", {}, name),
        ". To open a game, press ",
        commandButton(session, actions),
        " and then the arrow below.",
      ),
      h(
        "li",
        {},
        "Press a name to be that person, and sit down at the table as well: ",
        others.map((person) => personButton(person, actions)),
      ),
      h(
        "li",
        {},
        "Each game is played in a thread of its own, by buttons and menus. Threads and people are at the left; on a phone, behind ☰. A red number says that something waits for somebody; secrets come by DM.",
      ),
    ),
    h(
      "p",
      { class: "quiet" },
      "“/” lists everything that Herald understands. On a keyboard, Alt+1, Alt+2… change the person; each person's address can also be opened in a tab of its own.",
    ),
  );
}

function commandButton(session, actions) {
  const known = flatten(session.commands).some((entry) => entry.name === FIRST_COMMAND);
  return h(
    "button",
    { type: "button", class: "mention", onclick: () => actions.compose(known ? FIRST_COMMAND : "") },
    known ? `/${FIRST_COMMAND}` : "/",
  );
}

function personButton(person, actions) {
  return h(
    "button",
    { type: "button", class: "person-link", onclick: () => actions.become(person.id) },
    avatar(person, "tiny"),
    displayName(person),
  );
}
