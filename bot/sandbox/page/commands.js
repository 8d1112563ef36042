/* Slash commands as data: the flat list, the search in it, options checked and packed as Discord's client would. */
import { CHANNEL, OPTION } from "./discord.js";
import { count } from "./dom.js";

const CHAT_INPUT = 1;
const IN_GUILD = 0;
const IN_BOT_DM = 1;
const NESTED = new Set([OPTION.subcommand, OPTION.group]);

/** Every command that can be sent, as {root, path, name, description, options}; subcommands stand for themselves. */
export function flatten(commands) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((root) => leaves(root, root, []));
}

function leaves(root, node, above) {
  const path = [...above, { name: node.name, type: node.type }];
  const inner = (node.options ?? []).filter((option) => NESTED.has(option.type));
  if (inner.length) return inner.flatMap((option) => leaves(root, option, path));
  return [
    {
      root,
      path,
      name: path.map((part) => part.name).join(" "),
      description: node.description,
      options: node.options ?? [],
    },
  ];
}

/** Those that may be used in a channel of this kind. */
export function usableIn(entries, channel) {
  const context = channel?.type === CHANNEL.dm ? IN_BOT_DM : IN_GUILD;
  return entries.filter(({ root }) => !root.contexts || root.contexts.includes(context));
}

/** The commands that fit what was typed after "/", best first. */
export function search(entries, typed) {
  const query = typed.toLowerCase().trim();
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, query) }))
    .filter(({ rank }) => rank < Infinity);
  ranked.sort((one, other) => one.rank - other.rank || one.entry.name.localeCompare(other.entry.name));
  return ranked.map(({ entry }) => entry);
}

function rankOf({ name, description }, query) {
  if (name.startsWith(query)) return 0;
  const words = name.split(/[ _-]/);
  if (query.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))) return 1;
  if (name.includes(query)) return 2;
  return query.length > 2 && description.toLowerCase().includes(query) ? 3 : Infinity;
}

/** Splits "game new seats:4" into its command and the text behind it, when the command is complete. */
export function recognise(entries, typed) {
  const fitting = entries.filter(({ name }) => typed.startsWith(`${name} `));
  const entry = fitting.sort((one, other) => other.name.length - one.name.length)[0];
  return entry ? { entry, rest: typed.slice(entry.name.length + 1) } : null;
}

/** Options written as text, "seats:4 name:The Roses", as {name: text}. */
export function writtenOptions(entry, rest) {
  const names = entry.options.map((option) => option.name).join("|");
  if (!names) return {};
  const parts = rest.split(new RegExp(`(?:^|\\s)(${names}):`, "u")).slice(1);
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 ? [] : [[part, parts[index + 1].trim()]])),
  );
}

/**
 * Reads one option from what its field holds: {value} or {problem}; an empty field gives neither, unless it is required.
 * `picked` ({label, value}) was taken from a list; `offered` is the closed list of values, empty where one may write.
 */
export function readOption(option, { text, picked, offered }) {
  if (picked && picked.label === text) return { value: picked.value };
  if (!text.trim()) return option.required ? { problem: "This option is required." } : {};
  if (offered.length) return readOffered(offered, text.trim().toLowerCase());
  return READERS[option.type]?.(option, text) ?? { problem: "Choose one of the list." };
}

function readOffered(offered, wanted) {
  const found = offered.find(({ label, value }) =>
    [label, String(value)].some((name) => name.toLowerCase() === wanted),
  );
  return found ? { value: found.value } : { problem: "Choose one of the list." };
}

const READERS = {
  [OPTION.string]: readString,
  [OPTION.integer]: (option, text) =>
    /^[+-]?\d{1,15}$/.test(text.trim()) ? ranged(option, Number(text)) : { problem: "Write a whole number." },
  [OPTION.number]: (option, text) =>
    Number.isFinite(Number(text)) ? ranged(option, Number(text)) : { problem: "Write a number." },
};

function readString({ min_length: shortest, max_length: longest }, text) {
  const [least, most] = [shortest ?? 0, longest ?? 6000];
  if (text.length < least) return { problem: `Write at least ${count(least, "character")}.` };
  return text.length > most ? { problem: `Write at most ${count(most, "character")}.` } : { value: text };
}

function ranged({ min_value: least, max_value: most }, value) {
  if (value < (least ?? -Infinity)) return { problem: `Write ${least} or more.` };
  return value > (most ?? Infinity) ? { problem: `Write ${most} or less.` } : { value };
}

/** What an option wants, in a few words. */
export function hint(option) {
  if (option.type === OPTION.attachment) return "a file of at most 10 MiB";
  const bounds = [
    (option.min_value ?? null) !== null ? `from ${option.min_value}` : "",
    (option.max_value ?? null) !== null ? `up to ${option.max_value}` : "",
  ];
  const kind = { [OPTION.integer]: "a whole number", [OPTION.number]: "a number" }[option.type];
  return kind ? [kind, ...bounds].filter(Boolean).join(" ") : "";
}

/** The data of an interaction: `filled` are leaf options [{name, type, value, focused?}], nested as the command is. */
export function commandData({ root, path }, filled) {
  const inner = path
    .slice(1)
    .reduceRight((options, part) => [{ type: part.type, name: part.name, options }], filled);
  return { id: root.id, name: root.name, type: CHAT_INPUT, options: inner };
}
