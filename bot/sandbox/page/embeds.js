/* Embeds: the framed cards of classic messages. */
import { cssColour, h } from "./dom.js";
import { inlineMarkdown, link, markdown } from "./markdown.js";
import { localUrl, picture } from "./media.js";
import { messageTime } from "./time.js";

/** One embed as a card. */
export function embed(data, at) {
  const edge = data.color === undefined || data.color === null ? null : cssColour(data.color);
  return h(
    "article",
    { class: "embed", style: edge ? { "--edge": edge } : {} },
    h(
      "div",
      { class: "embed-grid" },
      h(
        "div",
        { class: "embed-body" },
        data.author ? author(data.author) : null,
        data.title ? title(data, at) : null,
        data.description ? h("div", { class: "embed-description" }, markdown(data.description, at)) : null,
        data.fields?.length ? h("div", { class: "embed-fields" }, fields(data.fields, at)) : null,
      ),
      data.thumbnail
        ? picture({ ...data.thumbnail, alt: data.thumbnail.description ?? "Thumbnail", extra: "thumbnail" })
        : null,
    ),
    data.image
      ? picture({ ...data.image, alt: data.image.description ?? data.title ?? "Picture", extra: "embed-image" })
      : null,
    footer(data),
  );
}

function author({ name, url, icon_url: icon }) {
  return h(
    "div",
    { class: "embed-author" },
    icon ? h("img", { src: localUrl(icon), alt: "" }) : null,
    url ? link(url, name) : name,
  );
}

function title({ title: text, url }, at) {
  return h(
    "div",
    { class: "embed-title" },
    url ? link(url, inlineMarkdown(text, at)) : inlineMarkdown(text, at),
  );
}

/** Up to three inline fields share a row; any other field has a row of its own. */
function fields(items, at) {
  return rowsOf(items).flatMap((row) =>
    row.map((field) =>
      h(
        "div",
        { class: "embed-field", style: { "--span": String(12 / row.length) } },
        h("div", { class: "embed-field-name" }, inlineMarkdown(field.name, at)),
        markdown(field.value, at),
      ),
    ),
  );
}

function rowsOf(items) {
  const rows = [];
  for (const field of items) {
    const last = rows.at(-1);
    if (field.inline && last?.[0].inline && last.length < 3) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function footer({ footer: note, timestamp }) {
  const when = timestamp ? messageTime(new Date(timestamp)) : null;
  if (!note && !when) return null;
  return h(
    "div",
    { class: "embed-footer" },
    note?.icon_url ? h("img", { src: localUrl(note.icon_url), alt: "" }) : null,
    [note?.text, when].filter(Boolean).join(" • "),
  );
}
