// SHA-256, HMAC, and the dice that follow from a secret, as docs/fairness.md describes them. Written out here because
// browsers lend theirs to no page that was opened from a file on every device.
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}
const fraction = (value) => ((value % 1) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

function digest(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  const state = [...START];
  const words = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + 4 * at);
    for (let at = 16; at < 64; at += 1) {
      const [old, new2] = [words[at - 15], words[at - 2]];
      const low = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
      const high = turned(new2, 17) ^ turned(new2, 19) ^ (new2 >>> 10);
      words[at] = words[at - 16] + low + words[at - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at += 1) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = (state[at] + word) | 0; });
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => found.setInt32(4 * at, word));
  return new Uint8Array(found.buffer);
}

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? digest(key) : key);
  const mixed = (mask) => block.map((byte) => byte ^ mask);
  return digest(Uint8Array.from([...mixed(0x5c), ...digest(Uint8Array.from([...mixed(0x36), ...message]))]));
}

function before(one, other) {
  const [a, b] = [one, other].map((text) => [...text].map((sign) => sign.codePointAt(0)));
  const place = a.findIndex((sign, at) => sign !== b[at]);
  return place < 0 ? a.length - b.length : a[place] - (b[place] ?? -1);
}

function keyOf(secret, words) {
  const lines = Object.keys(words).sort(before).map((seat) => `${seat}=${words[seat]}`);
  return hmac(secret, utf8(lines.join("\n")));
}

function drawn(key, game, counter, sides) {
  const limit = 2n ** 64n - (2n ** 64n % sides);
  for (let block = 0; ; block += 1) {
    const view = new DataView(hmac(key, utf8(`${game}:${counter}:${block}`)).buffer);
    for (let start = 0; start < 32; start += 8) {
      const word = view.getBigUint64(start);
      if (word < limit) return (word % sides) + 1n;
    }
  }
}

// What is wrong with the seal and the draws of a proof; nothing where all is as it should be.
function wrongOf(proof) {
  const secret = unhex(proof.secret);
  const wrong = hex(digest(secret)) === proof.seal ? [] : ["the secret does not fit the seal"];
  const key = keyOf(secret, proof.words);
  proof.draws.forEach(([sides, result], place) => {
    const found = drawn(key, proof.game, place + 1, BigInt(sides));
    if (found !== BigInt(result)) wrong.push(`number ${place + 1} is ${result} and should be ${found}`);
  });
  return wrong;
}
