/**
 * Styles of the editor's marks in the draft: outlines, and the text being written. None of them moves the layout.
 * Frames in the draft take no clicks and no keys. Otherwise a foreign page could navigate the whole tab.
 */
const CSS = `
iframe{pointer-events:none!important;interactivity:inert!important}
[data-editor-hover]{outline:1.5px solid rgb(59 108 255 / .55)!important;outline-offset:-1.5px}
[data-editor-selected]{outline:2px solid rgb(59 108 255)!important;outline-offset:-2px}
editor-text{display:inline;white-space:pre-wrap;outline:2px solid rgb(59 108 255);outline-offset:3px;border-radius:1px;caret-color:auto;cursor:text;user-select:text;-webkit-user-select:text}
editor-text:empty{display:inline-block;min-inline-size:1ch;min-block-size:1lh}
[data-editor-rich]{outline:2px solid rgb(59 108 255);outline-offset:4px;border-radius:1px}
[data-editor-rich] .ProseMirror{margin:0!important;padding:0!important;border:0!important;max-inline-size:none!important;inline-size:auto!important}
[data-section-slot]:empty{min-block-size:3rem;outline:1.5px dashed rgb(59 108 255 / .5);outline-offset:-4px}
[data-editor-empty]:not(:has(editor-text)):not(:has(.ProseMirror))::before{content:attr(data-editor-empty);opacity:.6;font-style:italic;cursor:text}
[data-editor-hollow]{min-block-size:3.5rem;outline:1.5px dashed rgb(59 108 255 / .5);outline-offset:-4px}
[data-editor-hollow]::before{content:attr(data-editor-hollow);display:block;padding:1rem;font-style:italic;opacity:.6}
img[data-editor-lost]{outline:1.5px dashed rgb(59 108 255 / .5);outline-offset:-4px;cursor:pointer;min-block-size:6rem;position:relative;overflow:hidden;color:transparent!important;text-indent:-200vw}
img[data-editor-lost]::after{content:attr(data-editor-lost);position:absolute;inset:0;display:grid;place-content:center;background:repeating-linear-gradient(135deg,#dde5fb 0 10px,#ebf0fd 10px 20px);text-indent:0;font:500 16px/1.4 system-ui,sans-serif;color:rgb(43 91 215)}
img[data-editor-over]{outline:4px solid rgb(59 108 255)!important;outline-offset:-4px}
[data-editor-new]{animation:editor-new 1s ease-out}
@keyframes editor-new{from{outline:3px solid rgb(59 108 255);outline-offset:-3px}}
@media (prefers-reduced-motion:reduce){[data-editor-new]{animation:none}}
`;

/** Prepares the draft, and adds the styles as a constructed sheet, which the page's content security policy does not block. */
export function dress(document: Document): void {
  // A translated draft would show other words than its fields hold.
  document.documentElement.setAttribute("translate", "no");
  const Sheet = document.defaultView?.CSSStyleSheet;
  if (!Sheet) return;
  const sheet = new Sheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
