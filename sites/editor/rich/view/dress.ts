/** Puts the text box in place of an element's content, with the few styles that it needs there. */

/**
 * Applied as a constructed style sheet, because the page's content security policy blocks inline styles and style
 * elements.
 */
const RULES = `
.ProseMirror { position: relative; white-space: pre-wrap; white-space: break-spaces; overflow-wrap: break-word; outline: none; font-variant-ligatures: none; }
.ProseMirror pre { white-space: pre-wrap; }
.ProseMirror li { position: relative; }
.ProseMirror ul.is-tight > li > p, .ProseMirror ol.is-tight > li > p { margin-block: 0; }
.ProseMirror th, .ProseMirror td { min-width: 4em; }
.ProseMirror a { text-decoration: underline; }
.ProseMirror img { max-width: 100%; }
.ProseMirror img.ProseMirror-separator { display: inline !important; border: none !important; margin: 0 !important; width: 0 !important; height: 0 !important; }
.ProseMirror .rich-directive { padding: 0.1em 0.35em; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); border-radius: 0.3em; }
.ProseMirror-hideselection *::selection { background: transparent; }
.ProseMirror-selectednode { outline: 2px solid Highlight; }
.rich-source { display: block; box-sizing: border-box; width: 100%; min-height: 12em; padding: 0.5em; font: 0.9em/1.5 ui-monospace, monospace; color: CanvasText; background: Canvas; border: 1px solid GrayText; }
`;

/** Returns a function that removes the box and restores the content. */
export function dressEditor(element: HTMLElement, box: HTMLElement): () => void {
  const { ownerDocument: page } = element;
  const Sheet = page.defaultView?.CSSStyleSheet ?? CSSStyleSheet;
  const sheet = new Sheet();
  sheet.replaceSync(RULES);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const before = [...element.childNodes];
  element.replaceChildren(box);
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet);
    if (box.parentNode === element) element.replaceChildren(...before);
  };
}
