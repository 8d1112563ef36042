// Checks the seal and every draw of an exported game, as docs/fairness.md describes them. Nothing of Herald is used.
//
//   node verify.mjs export.json
//
// Prints one JSON object: how many draws there are, and what is wrong.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const WORD = 1n << 64n;

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

function check(record) {
  const wrong = [];
  const secret = Buffer.from(record.secret, "hex");
  if (createHash("sha256").update(secret).digest("hex") !== record.commitment) wrong.push("the seal");
  const key = keyOf(secret, record.words ?? {});
  const draws = [...(record.opening_draws ?? []), ...record.entries.flatMap((entry) => entry.draws ?? [])];
  draws.forEach((draw, place) => {
    if (draw.counter !== place + 1) wrong.push(`place ${place + 1}: counter ${draw.counter}`);
    const result = drawn(key, record.game_id, draw.counter, BigInt(draw.sides));
    if (result !== BigInt(draw.result)) wrong.push(`draw ${draw.counter}: ${draw.result} instead of ${result}`);
  });
  return { draws: draws.length, wrong };
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
  ];
}

const [file] = process.argv.slice(2);
console.log(JSON.stringify(file ? check(exact(readFileSync(file, "utf8"))) : vector()));
