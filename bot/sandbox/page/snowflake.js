/* Discord's ids: numbers too long for JavaScript, kept as strings, ordered by time. */

const EPOCH = 1420070400000n;

/** Negative when `one` is older than `other`. */
export function compareIds(one, other) {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}

/** Whether `one` was made after `other`; nothing at all is older than everything. */
export function isNewer(one, other) {
  return Boolean(one) && compareIds(one, other ?? "0") > 0;
}

/** When the thing with this id was made. */
export function madeAt(id) {
  return new Date(Number((BigInt(id) >> 22n) + EPOCH));
}
