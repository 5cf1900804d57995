/** Styles of the remarks beside the page, and of their markers in the draft. */
const CSS = `
.remarks-opener { position: fixed; inset-block-end: 1rem; inset-inline-end: 21rem; z-index: 20; min-block-size: 42px; padding-inline: 1rem; border-radius: 21px; box-shadow: 0 2px 10px rgb(0 0 0 / .25); }
@media (max-width: 1100px) { .remarks-opener { inset-inline-end: 18rem; } }
@media (max-width: 820px) {
  .remarks-opener { inset-block-end: calc(4.25rem + env(safe-area-inset-bottom)); inset-inline-end: 1rem; }
  .shell:not([data-front="stage"]) .remarks-opener { display: none; }
}
.remarks-panel { position: fixed; inset-block: 0; inset-inline-end: 0; z-index: 30; inline-size: min(24rem, 100vw); overflow: auto; padding: 1rem; background: var(--paper, Canvas); color: var(--ink, CanvasText); border-inline-start: 1px solid var(--line); box-shadow: 0 0 24px rgb(0 0 0 / .2); }
.remarks-panel .panel-head { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
.remarks-panel .rows { list-style: none; padding: 0; display: grid; gap: 1rem; }
.remarks-panel .row { display: grid; gap: .5rem; padding: .8rem; border: 1px solid var(--line); border-radius: 9px; }
.remarks-panel .row:focus { outline: 2px solid rgb(59 108 255); }
.remarks-panel .name { font-weight: 600; margin: 0; }
.remarks-panel .facts { opacity: .8; margin: 0; font-size: .9em; }
.remarks-panel .acts, .remark-filters { display: flex; flex-wrap: wrap; gap: .5rem; margin-block: .5rem; }
.remarks-panel button { min-block-size: 36px; }
.remarks-panel [aria-pressed=true] { font-weight: 600; text-decoration: underline; }
.remark-words { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .5rem; }
.remark-quote { margin: 0 0 .5rem; padding-inline-start: .6rem; border-inline-start: 3px solid rgb(59 108 255); overflow-wrap: anywhere; }
.remark-form { display: grid; gap: .4rem; justify-items: start; margin-block: .5rem; }
.remark-form textarea { inline-size: 100%; box-sizing: border-box; }
.remark-mentions { list-style: none; padding: 0; max-block-size: 10rem; overflow: auto; }
.remark-form .fault:empty, .remarks .fault:empty, .remark-done:empty { display: none; }
`;

const IN_DRAFT = `
[data-remarks] { position: relative; }
[data-remarks]::after { content: "💬 " attr(data-remarks); position: absolute; inset-block-start: 4px; inset-inline-end: 4px; z-index: 2147483000; padding: 2px 8px; border-radius: 12px; background: rgb(59 108 255); color: #fff; font: 600 13px/1.5 system-ui, sans-serif; pointer-events: none; }
`;

const dressed = new WeakSet<Document>();

function add(document: Document, css: string): void {
  const Sheet = document.defaultView?.CSSStyleSheet;
  if (dressed.has(document) || !Sheet) return;
  dressed.add(document);
  const sheet = new Sheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export const styleRemarks = (): void => add(document, CSS);
export const styleDraft = (draft: Document): void => add(draft, IN_DRAFT);
