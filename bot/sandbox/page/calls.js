/* Calling people in plain text: "@Ann" as one types it, and as Discord stores it. */
import { avatar, displayName } from "./dom.js";

/** The "@word" that ends just before the caret, without its "@", or null. */
export function callBeing(text, caret) {
  return text.slice(0, caret).match(/(?:^|\s)@([^\s@]{0,32})$/u)?.[1] ?? null;
}

/** People whose name begins with what was typed, as suggestions; none when the name is complete. */
export function callable({ people, bot }, typed) {
  const wanted = typed.toLowerCase();
  const everybody = [...people, { ...bot, colour: "#8a6d1f" }];
  if (everybody.some((person) => displayName(person) === typed)) return [];
  return everybody
    .filter((person) =>
      [displayName(person), person.username].some((name) => name?.toLowerCase().startsWith(wanted)),
    )
    .map((person) => ({
      label: displayName(person),
      detail: `@${person.username}`,
      icon: avatar(person, "tiny"),
    }));
}

/** Puts Discord's `<@id>` in the place of every "@Name" that is somebody's. */
export function storeCalls(text, { people, bot }) {
  const everybody = [...people, bot].sort((one, other) => displayName(other).length - displayName(one).length);
  return everybody.reduce((result, person) => result.replace(patternFor(person), `<@${person.id}>`), text);
}

function patternFor(person) {
  const name = displayName(person).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}<])@${name}(?![\\p{L}\\p{N}])`, "giu");
}
