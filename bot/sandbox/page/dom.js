/* Building elements. Text always becomes a text node: nothing here ever parses HTML. */

/** Makes an element: `h("p", {class: "note", onclick: f}, "text", child)`; null and false children are left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProperty(element, name, value);
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style")
    for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Puts `nodes` into `parent` in this order, touching only what differs, so that focus and pictures stay put. */
export function reconcile(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstChild;
  for (const node of nodes) {
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
  }
}

/** Nodes by key, built again only when their state or source has changed, so that presses and focus survive redraws. */
export class NodeCache {
  constructor() {
    this.known = new Map();
  }

  get(key, state, make, source = null) {
    const before = this.known.get(key);
    if (before && before.state === state && before.source === source) return before.node;
    const node = make();
    if (before && before.node === document.activeElement) setTimeout(() => node.focus());
    this.known.set(key, { node, state, source });
    return node;
  }
}

/** Replaces all children of `parent`. */
export function fill(parent, ...children) {
  parent.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/** A round avatar: the person's colour and initial. */
export function avatar(person, extra = "") {
  const name = displayName(person);
  const colour = person.avatar_colour ?? person.colour ?? "#5865a8";
  return h(
    "span",
    { class: `avatar ${extra}`, style: { background: cssColour(colour) }, "aria-hidden": "true" },
    [...name][0]?.toUpperCase() ?? "?",
  );
}

/** Discord's colour number, or a CSS colour, as a CSS colour. */
export function cssColour(colour) {
  return typeof colour === "number" ? `#${colour.toString(16).padStart(6, "0")}` : String(colour);
}

/** The name that people see. */
export function displayName(person) {
  return person?.global_name || person?.username || "someone";
}

/** "1 vote", "3 votes". */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

let lastId = 0;

/** A fresh element id, to tie labels to inputs. */
export function freshId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

/** Puts an element over the page near `anchor`, above or below it, wherever there is room. */
export function placeNear(element, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const goesBelow = below >= Math.min(element.scrollHeight, 320) || below >= above;
  const width = Math.min(Math.max(box.width, 220), window.innerWidth - 16);
  element.style.width = `${width}px`;
  element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
  element.style.maxHeight = `${Math.min(360, goesBelow ? below : above)}px`;
  element.style.top = goesBelow ? `${box.bottom + 4}px` : "auto";
  element.style.bottom = goesBelow ? "auto" : `${window.innerHeight - box.top + 4}px`;
}
