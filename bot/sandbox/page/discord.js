/* The numbers of Discord's protocol that the page meets, by name. */

export const CHANNEL = {
  text: 0,
  dm: 1,
  category: 4,
  announcement: 5,
  newsThread: 10,
  thread: 11,
  privateThread: 12,
  forum: 15,
};
export const THREADS = new Set([CHANNEL.newsThread, CHANNEL.thread, CHANNEL.privateThread]);

export const INTERACTION = { command: 2, component: 3, autocomplete: 4, modal: 5 };

export const OPTION = {
  subcommand: 1,
  group: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
};

export const COMPONENT = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  upload: 19,
  radio: 21,
  checkboxes: 22,
  checkbox: 23,
};

export const FLAG = { ephemeral: 64, loading: 128, v2: 32768 };

export const MESSAGE = { pinned: 6, joined: 7, threadCreated: 18, reply: 19 };

/** Whether a message carries one of `FLAG`. */
export function hasFlag(message, flag) {
  return ((message.flags ?? 0) & flag) !== 0;
}
