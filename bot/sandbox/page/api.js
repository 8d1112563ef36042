/* The sandbox's person side over HTTP and WebSocket. */

/** What the server said no to, in one sentence. */
export class Refused extends Error {}

async function call(method, path, body) {
  const options = { method, headers: body === undefined ? {} : { "Content-Type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  return send(path, options);
}

async function send(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new Refused("The sandbox cannot be reached. Nothing was sent; try again in a moment.");
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `The sandbox answered ${response.status}.`);
  return answer;
}

/** A new person joins the guild. */
export const addPerson = (username, globalName) =>
  call("POST", "/person", { username, global_name: globalName });

/** The requests of one person. */
export class PersonApi {
  constructor(uid) {
    this.base = `/person/${uid}`;
  }

  messages(channelId, { limit = 50, before = null } = {}) {
    const page = before ? `&before=${before}` : "";
    return call("GET", `${this.base}/channels/${channelId}/messages?limit=${limit}${page}`);
  }

  say(channelId, content, attachments = []) {
    return call("POST", `${this.base}/channels/${channelId}/messages`, { content, attachments });
  }

  /** Sends a file, and answers the id by which a message, a command or a form names it. */
  async upload(file) {
    const path = `${this.base}/files?filename=${encodeURIComponent(file.name)}`;
    const { id } = await send(path, { method: "POST", body: await file.arrayBuffer(), headers: typeOf(file) });
    return id;
  }

  interact(body) {
    return call("POST", `${this.base}/interactions`, body);
  }

  setDms(open) {
    return call("POST", `${this.base}/dms`, { open });
  }
}

function typeOf(file) {
  return { "Content-Type": file.type || "application/octet-stream" };
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 15000;

/**
 * The WebSocket on which everything arrives that anybody at this page sees, and first of all what there is already. It
 * comes back by itself, waiting longer each time.
 */
export class Line {
  constructor({ onframe, onlost }) {
    Object.assign(this, { onframe, onlost });
    this.delay = FIRST_DELAY;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/window`);
    this.socket.onopen = () => (this.delay = FIRST_DELAY);
    this.socket.onmessage = (event) => this.onframe(JSON.parse(event.data));
    this.socket.onclose = () => this.retry();
  }

  retry() {
    const wait = this.delay * (0.75 + Math.random() / 2);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
    this.timer = setTimeout(() => this.connect(), wait);
    this.onlost();
  }

  /** Tries again now, without waiting for the timer. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }
}
