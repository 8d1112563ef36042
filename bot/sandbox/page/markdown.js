/* Discord's markdown as elements. The text is only ever put into text nodes and checked http(s) links. */
import { displayName, h } from "./dom.js";
import { withEmoji } from "./emoji.js";
import { timestamp } from "./time.js";

const SPECIAL = new Set("\\`<[h|*_~@");

/** Inline rules, tried in this order at every special character: a sticky pattern, and what its match becomes. */
const INLINE = [
  [/\\([^\sA-Za-z0-9])/y, ([, sign]) => sign],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => h("code", {}, code.trim())],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, ([, seconds, style]) => timestamp(Number(seconds), style ?? "f")],
  [/<@!?(\d+)>/y, ([, id], at) => personMention(id, at)],
  [/<@&(\d+)>/y, ([, id], at) => pill(id === at.session.guild?.id ? "@everyone" : "@role")],
  [/<#(\d+)>/y, ([, id], at) => channelMention(id, at)],
  [/<\/([^:<>\n]{1,100}):(\d+)>/y, ([, name], at) => commandMention(name, at)],
  [/<a?:(\w{2,32}):\d+>/y, ([, name]) => h("span", { class: "custom-emoji" }, `:${name}:`)],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => link(url, url)],
  [
    /\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>()]+(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"([^"]*)")?\)/y,
    ([, label, url, title], at) => link(url, inline(label, at), title),
  ],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'\])|*_~]/y, ([url]) => link(url, url)],
  [/\|\|([\s\S]+?)\|\|/y, ([, hidden], at) => spoiler(inline(hidden, at))],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, ([, text], at) => h("strong", {}, inline(text, at))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, ([, text], at) => h("u", {}, inline(text, at))],
  [
    /\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y,
    ([, text], at) => h("em", {}, inline(text, at)),
  ],
  [
    /(?<![A-Za-z0-9_])_((?:__|\\[\s\S]|[^\\_])+?)_(?![A-Za-z0-9_])/y,
    ([, text], at) => h("em", {}, inline(text, at)),
  ],
  [/~~([\s\S]+?)~~/y, ([, text], at) => h("s", {}, inline(text, at))],
  [/@(everyone|here)\b/y, ([text], at) => (at.mentionsEveryone ? pill(text, true) : text)],
];

/** Block rules: those with `anywhere` need not stand at the start of a line. */
const BLOCKS = [
  {
    pattern: /```(?:([\w+#-]+)\n)?\n?([\s\S]*?)\n?```\n?/y,
    anywhere: true,
    make: ([, , code]) => codeBlock(code),
  },
  {
    pattern: /(#{1,3}) +([^\n]+)(?:\n|$)/y,
    make: ([, marks, text], at) => h(`h${marks.length + 2}`, {}, inline(text.trim(), at)),
  },
  { pattern: /-# +([^\n]+)(?:\n|$)/y, make: ([, text], at) => h("small", {}, inline(text, at)) },
  { pattern: />>> ([\s\S]*)/y, make: ([, text], at) => h("blockquote", {}, blocks(text, at)) },
  { pattern: /(?:> ?[^\n]*(?:\n|$))+/y, make: ([text], at) => quote(text, at) },
  { pattern: /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/y, make: ([text], at) => lists(listItems(text), at) },
];

/**
 * A message's text. `at` is where it stands: {session, actions, mentionsEveryone}; `actions.goTo(channelId)` and
 * `actions.compose(commandName)` follow the mentions in it.
 */
export function markdown(text, at) {
  return h("div", { class: "md" }, blocks(String(text ?? ""), at));
}

/** One line of text without blocks, as in titles. */
export function inlineMarkdown(text, at) {
  return h("span", { class: "md" }, inline(String(text ?? ""), at));
}

function blocks(text, at) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    nodes.push(...inline(plain.replace(/\n$/, ""), at));
    plain = "";
  };
  for (let position = 0; position < text.length;) {
    const found = blockAt(text, position);
    if (found) {
      flush();
      nodes.push(...[found.make(found.match, at)].flat());
      position += found.match[0].length;
    } else {
      const end = endOfPlain(text, position);
      plain += text.slice(position, end);
      position = end;
    }
  }
  flush();
  return nodes;
}

function blockAt(text, position) {
  const atLineStart = position === 0 || text[position - 1] === "\n";
  for (const { pattern, anywhere, make } of BLOCKS) {
    if (!atLineStart && !anywhere) continue;
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match?.[0]) return { match, make };
  }
  return null;
}

function endOfPlain(text, position) {
  const ends = [text.indexOf("\n", position) + 1, text.indexOf("```", position + 1)].filter(
    (end) => end > position,
  );
  return Math.min(text.length, ...ends);
}

function inline(text, at) {
  const nodes = [];
  let plain = "";
  for (let position = 0; position < text.length;) {
    const found = SPECIAL.has(text[position]) ? inlineAt(text, position) : null;
    if (!found) {
      plain += text[position];
      position += 1;
      continue;
    }
    if (plain) nodes.push(...withEmoji(plain));
    plain = "";
    nodes.push(found.make(found.match, at));
    position += found.match[0].length;
  }
  return plain ? [...nodes, ...withEmoji(plain)] : nodes;
}

function inlineAt(text, position) {
  for (const [pattern, make] of INLINE) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

function codeBlock(code) {
  return h("pre", { tabindex: "0" }, h("code", {}, code));
}

function quote(text, at) {
  return h("blockquote", {}, blocks(text.replace(/^> ?/gm, "").replace(/\n$/, ""), at));
}

function listItems(text) {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, indent, mark, content] = line.match(/^( *)([-*]|\d+\.) +(.+)$/);
      return { depth: indent.length, ordered: mark.endsWith("."), start: Number.parseInt(mark, 10), content };
    });
}

/** Items of one kind make one list; where bullets turn to numbers at the same depth, another begins. */
function lists(items, at) {
  const { depth, ordered } = items[0];
  const run = countWhile(items, (item) => item.depth > depth || item.ordered === ordered);
  const rest = items.slice(run);
  return [list(items.slice(0, run), at), ...(rest.length ? lists(rest, at) : [])];
}

function list(items, at) {
  const first = items[0];
  const element = first.ordered ? h("ol", { start: first.start }) : h("ul");
  for (let index = 0; index < items.length;) {
    const entry = h("li", {}, inline(items[index].content, at));
    const below = items.slice(index + 1);
    const inner = below.slice(
      0,
      countWhile(below, (item) => item.depth > first.depth),
    );
    if (inner.length) entry.append(...lists(inner, at));
    element.append(entry);
    index += 1 + inner.length;
  }
  return element;
}

function countWhile(items, holds) {
  const end = items.findIndex((item) => !holds(item));
  return end < 0 ? items.length : end;
}

/** A link that opens apart from the page; anything but http(s) stays text. */
export function link(url, label, title = null) {
  if (!/^https?:\/\//i.test(url)) return h("span", {}, label);
  return h(
    "a",
    { href: url, title: title ?? url, target: "_blank", rel: "noopener noreferrer nofollow" },
    label,
  );
}

function spoiler(content) {
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.classList.add("revealed");
    event.currentTarget.removeAttribute("role");
  };
  return h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Spoiler: press to reveal",
      onclick: reveal,
      onkeydown: reveal,
    },
    h("span", { class: "spoiler-text" }, content),
  );
}

function pill(text, isMine = false) {
  return h("span", { class: isMine ? "mention mine" : "mention" }, text);
}

function personMention(id, { session }) {
  const person = [...session.people, session.bot].find((someone) => someone?.id === id);
  return pill(person ? `@${displayName(person)}` : "@unknown person", id === session.uid);
}

function channelMention(id, { session, actions }) {
  const channel = session.channels.get(id);
  if (!channel) return pill("#unknown");
  return h("button", { type: "button", class: "mention", onclick: () => actions.goTo(id) }, `#${channel.name}`);
}

function commandMention(name, { actions }) {
  return h("button", { type: "button", class: "mention", onclick: () => actions.compose(name) }, `/${name}`);
}
