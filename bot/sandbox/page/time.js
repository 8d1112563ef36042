/* Times as Discord shows them: fixed styles, and relative ones that tick. */
import { h } from "./dom.js";

const LANGUAGE = "en-GB";
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
/* By style, each made once: many messages are drawn with the same. */
const formats = {};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
/* From this part of a unit on, a time is counted in that unit: 55 minutes are an hour. */
const NEARLY = 0.9;
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" });

/** A date in one of Discord's timestamp styles. */
export function formatTime(date, style) {
  if (style === "R") return fromNow(date);
  const known = STYLES[style] ? style : "f";
  formats[known] ??= new Intl.DateTimeFormat(LANGUAGE, STYLES[known]);
  return formats[known].format(date);
}

/** "in 3 minutes", "2 days ago". */
export function fromNow(date) {
  const seconds = Math.round((date.getTime() - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length * NEARLY) ?? ["second", 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** The element for `<t:seconds:style>`; relative ones keep themselves right through `startTicking`. */
export function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode("invalid date");
  return h(
    "time",
    {
      class: "timestamp",
      datetime: date.toISOString(),
      title: formatTime(date, "F"),
      "data-relative": style === "R",
    },
    formatTime(date, style),
  );
}

/** Rewrites every relative time on the page once a second, where its words have changed. */
export function startTicking() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = fromNow(new Date(element.dateTime));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

/** When a message was written, as its head shows it: "14:05", "Yesterday at 14:05", "03/11/2026, 14:05". */
export function messageTime(date) {
  const clock = formatTime(date, "t");
  if (sameDay(date, new Date())) return clock;
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  return sameDay(date, yesterday) ? `Yesterday at ${clock}` : formatTime(date, "s");
}

/** Whether two dates fall on one calendar day here. */
export function sameDay(one, other) {
  return one.toDateString() === other.toDateString();
}
