/* Files that somebody chooses, and what is wrong with them before they are sent. */
import { count, h } from "./dom.js";

const LARGEST = 10 * 1024 * 1024;

/** A field that opens the device's own list of files. */
export function fileField({ multiple = false, ...attributes } = {}) {
  return h("input", { type: "file", class: "file-input", multiple, ...attributes });
}

/** What is wrong with the files that were chosen, in one sentence, or null. */
export function fileProblem(files, { least = 0, most = 1 } = {}) {
  if (files.length < least) return least === 1 ? "Choose a file." : `Choose at least ${count(least, "file")}.`;
  if (files.length > most) return `Choose at most ${count(most, "file")}.`;
  const large = [...files].find((file) => file.size > LARGEST);
  return large ? `${large.name} is larger than 10 MiB.` : null;
}
