import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { type Gallery, type Shot, WIDTHS } from "./gallery.ts";

/** Makes each preview as high as its page, and reloads when the plugin has changed. */
export const OVERVIEW_SCRIPT = `
const fit = (frame) => {
  const shown = frame.contentDocument?.documentElement;
  if (!shown) return;
  const scale = frame.parentElement.clientWidth / Number(frame.width);
  frame.height = Math.min(Math.max(shown.scrollHeight, 80), 4000);
  frame.style.scale = scale;
  frame.parentElement.style.blockSize = frame.height * scale + "px";
  frame.dataset.state = "drawn";
};
for (const frame of document.querySelectorAll("iframe")) {
  frame.addEventListener("load", () => fit(frame));
  if (frame.contentDocument?.readyState === "complete") fit(frame);
}
addEventListener("resize", () => document.querySelectorAll("iframe[data-state]").forEach(fit));
new EventSource("/changes").addEventListener("message", () => location.reload());
`;

export const OVERVIEW_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1.5rem; max-inline-size: 100rem; }
h1 { margin: 0 0 1rem; }
h2 { margin: 3rem 0 0; font-size: 1.125rem; }
p { margin: 0; }
pre { padding: 1rem; border: 2px solid #c22; white-space: pre-wrap; }
.row { display: grid; grid-template-columns: ${WIDTHS.map((width) => `${width}fr`).join(" ")}; gap: 1rem; align-items: start; margin-block-start: .75rem; }
.box { overflow: hidden; border: 1px solid #8888; border-radius: 4px; }
.box iframe { display: block; border: 0; transform-origin: top left; }
`;

const frameOf = ({ exhibit, scheme, path }: Shot, width: number): string =>
  `<div class="box"><iframe src="${escapeHtml(path)}" width="${width}" height="400" loading="lazy" sandbox="allow-same-origin" tabindex="-1" title="${escapeHtml(`${exhibit.title}, ${scheme}, ${width} pixels wide`)}"></iframe></div>`;

const rowOf = (shot: Shot): string =>
  `<p>${escapeHtml(shot.theme)}, ${shot.scheme}</p><div class="row">${WIDTHS.map((width) => frameOf(shot, width)).join("")}</div>`;

function exhibitsIn({ shots }: Gallery): string {
  const exhibits = [...new Set(shots.map(({ exhibit }) => exhibit))];
  return exhibits
    .map((exhibit) => {
      const rows = shots.filter((shot) => shot.exhibit === exhibit).map(rowOf);
      return `<section><h2>${escapeHtml(exhibit.title)}</h2><p>${escapeHtml(exhibit.note)}</p>${rows.join("")}</section>`;
    })
    .join("\n");
}

/**
 * The gallery's page. `faults` are the folder's current faults; the previews then show the last state without faults.
 */
export function overview(gallery: Gallery | undefined, faults: readonly string[]): string {
  const title = escapeHtml(gallery?.id ?? "Gallery");
  const wrong = faults.length > 0 ? `<pre role="alert">${escapeHtml(faults.join("\n"))}</pre>` : "";
  const nothing = gallery?.shots.length === 0 ? "<p>This plugin has no section and no theme to show.</p>" : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/gallery.css"><script type="module" src="/gallery.js"></script></head><body><h1>${title}</h1>${wrong}${nothing}${gallery ? exhibitsIn(gallery) : ""}</body></html>`;
}
