// Checks the seal, every draw and the chain of an exported game, as docs/fairness.md describes them. Nothing of Herald is
// used.
//
//   node verify.mjs export.json [HASH ...]
//
// Each HASH is one of the thread, or its first digits, that the record must have. Prints one JSON object: how many draws
// there are, how many numbers were rolled at the table, the hash of the last entry, and what is wrong. Without a file it prints the test vectors, and the hash of the
// entry that it is given to read.

import { createInterface } from "node:readline";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const WORD = 1n << 64n;

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

const hmac = (key, message) => createHmac("sha256", key).update(message, "utf8").digest();

const codePoints = (text) => [...text].map((character) => character.codePointAt(0));

function before(one, other) {
  const [a, b] = [codePoints(one), codePoints(other)];
  for (let place = 0; place < Math.min(a.length, b.length); place += 1) {
    if (a[place] !== b[place]) return a[place] - b[place];
  }
  return a.length - b.length;
}

export function keyOf(secret, words) {
  const lines = Object.keys(words).sort(before).map((seat) => `${seat}=${words[seat]}`);
  return hmac(secret, lines.join("\n"));
}

export function drawn(key, game, counter, sides) {
  const limit = WORD - (WORD % sides);
  for (let block = 0; ; block += 1) {
    const bytes = hmac(key, `${game}:${counter}:${block}`);
    for (let start = 0; start < 32; start += 8) {
      const word = bytes.readBigUInt64BE(start);
      if (word < limit) return (word % sides) + 1n;
    }
  }
}

export function shuffled(things, results) {
  const order = [...things];
  results.forEach((result, done) => {
    const place = order.length - 1 - done;
    [order[place], order[result - 1]] = [order[result - 1], order[place]];
  });
  return order;
}

// Numbers beyond 2^53 are not exact in JavaScript's own JSON; results and sides are read as they are written.
const exact = (text) => JSON.parse(text.replace(/("(?:sides|result)"\s*:\s*)(\d+)/g, '$1"$2"'));

function check(record, heads) {
  const wrong = [];
  const secret = Buffer.from(record.secret, "hex");
  if (createHash("sha256").update(secret).digest("hex") !== record.commitment) wrong.push("the seal");
  const key = keyOf(secret, record.words ?? {});
  const draws = [...(record.opening_draws ?? []), ...record.entries.flatMap((entry) => entry.draws ?? [])];
  draws.forEach((draw, place) => {
    if (draw.counter !== place + 1) wrong.push(`place ${place + 1}: counter ${draw.counter}`);
    const sides = BigInt(draw.sides);
    if (sides < 1n || sides > WORD) {
      wrong.push(`draw ${draw.counter}: no die has ${sides} sides`);
      return;
    }
    const result = drawn(key, record.game_id, draw.counter, sides);
    if (result !== BigInt(draw.result)) wrong.push(`draw ${draw.counter}: ${draw.result} instead of ${result}`);
  });
  const hashes = chainOf(record, wrong);
  for (const head of heads) {
    if (!hashes.some((hash) => hash.startsWith(head))) wrong.push(`no entry has the hash ${head}`);
  }
  return { draws: draws.length, table: thrownIn(record), head: hashes.at(-1) ?? "", wrong };
}

const [GAME, NUMBER, SEAT, , , ACTION, STATE, DRAWS, EVENTS, TIME, PREVIOUS] = Array(11).keys();

function same(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [Object.keys(one), Object.keys(other)];
  return a.length === b.length && a.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

const moment = (seconds) =>
  `${new Date(Math.floor(Math.round(seconds * 1e6) / 1e6) * 1000).toISOString().slice(0, 19)}+00:00`;

// The hashes of the chain's entries in order; adds to `wrong` what the file says otherwise than the chain.
function chainOf(record, wrong) {
  if (!record.opening_link) return [];
  const hashes = [];
  const sealed = {};
  [record.opening_link, ...record.entries.map((entry) => entry.link)].forEach((text, number) => {
    const link = JSON.parse(text);
    const draws = exact(link[DRAWS]);
    const say = (what) => wrong.push(`entry ${number}: ${what}`);
    if (link.length !== 11) say("has not eleven places");
    if (link[GAME] !== record.game_id || link[NUMBER] !== number) say("is another one");
    if (link[PREVIOUS] !== (number ? hashes[number - 1] : record.commitment)) say("does not follow from the one before");
    hashes.push(sha256(text));
    for (const event of JSON.parse(link[EVENTS])) {
      if (event.kind === "seated") sealed[event.subjects[0]] = event.subjects[1];
    }
    if (number === 0) {
      if (link[STATE] !== record.opening_hash) say("opening_hash");
      if (!same(draws, record.opening_draws ?? [])) say("opening_draws");
      const { seats, words, rules, rules_version, release, options } = record;
      const figures = record.figures ? sha256(record.figures) : "";
      const position = record.position ? sha256(record.position) : "";
      const said = { seats, words, rules, rules_version, release, options, figures, position };
      for (const [name, value] of Object.entries(JSON.parse(link[ACTION]))) {
        if (!same(value, said[name])) say(name);
      }
    } else {
      const entry = record.entries[number - 1];
      if (entry.number !== number) say("number");
      if (entry.seat !== link[SEAT]) say("seat");
      if (entry.hash !== link[STATE]) say("hash");
      if (entry.time !== moment(link[TIME])) say("time");
      if (!same(entry.action, exact(link[ACTION]))) say("action");
      if (!same(entry.draws ?? [], draws)) say("draws");
    }
  });
  for (const [seat, digits] of Object.entries(record.name_salts ?? {})) {
    if (sealed[seat] !== sha256(`${digits} ${record.names[seat]}`)) wrong.push(`the name of ${seat}`);
  }
  return hashes;
}

// How many numbers were rolled at the table: they are no draws, and stand among what happened.
function thrownIn(record) {
  if (!record.opening_link) return 0;
  const events = record.entries.flatMap((entry) => JSON.parse(JSON.parse(entry.link)[EVENTS]));
  const thrown = events.filter((event) => event.kind === "rolled_at_table");
  return thrown.reduce((sum, event) => sum + event.report.results.length, 0);
}

function vector() {
  const secret = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte));
  const key = keyOf(secret, { s1: "rose", s2: "", s10: "Löwe" });
  const number = (counter, sides) => String(drawn(key, "k7f2", counter, BigInt(sides)));
  const results = [5, 4, 3, 2].map((sides, done) => Number(number(6 + done, sides)));
  return [
    createHash("sha256").update(secret).digest("hex"),
    key.toString("hex"),
    hmac(key, "k7f2:1:0").toString("hex"),
    number(1, 6),
    number(2, 6),
    number(3, 80),
    number(5, "9223372036854775809"),
    number(14, "9223372036854775809"),
    `results ${results.join(", ")}; order ${shuffled("ABCDE", results).join(" ")}`,
    sha256("5a17 Anne"),
    sha256(readFileSync(0, "utf8").trimEnd()),
  ];
}

const found = (file, heads) => JSON.stringify(check(exact(readFileSync(file, "utf8")), heads));

// Of a file and the hashes that were posted; of many such, each a line of what is given; or the vectors of an entry.
const [file, ...heads] = process.argv.slice(2);
if (file === "--many") {
  for await (const line of createInterface({ input: process.stdin })) {
    const [next, ...posted] = JSON.parse(line);
    console.log(found(next, posted));
  }
} else {
  console.log(file ? found(file, heads) : JSON.stringify(vector()));
}
