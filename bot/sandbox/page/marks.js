/* How far each person has read each channel; kept in the browser, shared by its tabs. */

const KEY = "herald-sandbox-read";

/** Read marks: the newest message id seen, by person and channel. */
export class ReadMarks {
  constructor(onchange) {
    this.load();
    window.addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.load();
      onchange();
    });
  }

  load() {
    try {
      this.marks = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      this.marks = {};
    }
  }

  get(uid, channelId) {
    return this.marks[uid]?.[channelId];
  }

  set(uid, channelId, messageId) {
    (this.marks[uid] ??= {})[channelId] = messageId;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.marks));
    } catch {
      // A full or forbidden storage only means that marks last as long as the tab.
    }
  }
}
