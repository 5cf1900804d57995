/** Draws a section into a frame of its own, in the site's theme. No script runs there, and nothing in it can be reached. */
import { UPLOADED } from "../../../../runtime/templates/image.ts";
import { STAND_IN } from "../../../shared/looks/standIn.ts";
import { container } from "../draft/sections.ts";
import type { SectionPreview } from "./looks.ts";

/** The width of the page in a picture, in CSS pixels: what a desk shows. */
export const PICTURE_WIDTH = 960;

/** A short section stands in the middle; a long one begins at the top and is cut off. */
const OWN_CSS = `
html{overflow:hidden!important;scroll-behavior:auto!important}
body{display:grid!important;grid-template-columns:minmax(0,1fr)!important;align-content:safe center!important;min-block-size:100vh!important;margin:0!important}
*,::before,::after{animation:none!important;transition:none!important}
[data-section-slot]:empty{min-block-size:3rem;outline:2px dashed rgb(59 108 255 / .5);outline-offset:-4px}
`;

/** The address of the stand-in. The policy lets the editor show what it made itself. */
let standIn: string | undefined;

function putStandIn(picture: HTMLImageElement): void {
  standIn ??= URL.createObjectURL(new Blob([STAND_IN], { type: "image/svg+xml" }));
  picture.removeAttribute("srcset");
  picture.style.setProperty("object-fit", "cover");
  picture.setAttribute("src", standIn);
}

/** The elements that the page's sections stand in, without what else is in them. */
function wrapped(frame: Document, draft: Document, section: Element): Element {
  let whole = frame.adoptNode(section);
  for (let around: Element | null = container(draft); around && around !== draft.body; around = around.parentElement) {
    const box = frame.importNode(around, false);
    box.append(whole);
    whole = box;
  }
  return whole;
}

/** In a template nothing is fetched: pictures are, from where they are put. */
function inertElement(draft: Document, html: string): Element | null {
  const template = draft.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** The markup is read by the draft's document: the policy of the editor lets no text become markup. */
export function drawLook(frame: Document, draft: Document, { html, root, css }: SectionPreview): void {
  const Sheet = frame.defaultView?.CSSStyleSheet;
  const section = inertElement(draft, html);
  if (!Sheet || !section) return;
  // A picture of a film is no film: nothing is fetched from elsewhere for it.
  for (const inner of section.querySelectorAll("iframe")) inner.removeAttribute("src");
  // The pictures of an example are not on this site.
  for (const picture of section.querySelectorAll("img"))
    if (!UPLOADED.test(picture.getAttribute("src") ?? "")) putStandIn(picture);
  for (const [name, value] of Object.entries(root)) frame.documentElement.setAttribute(name, value);
  frame.adoptedStyleSheets = [css, OWN_CSS].map((text) => {
    const sheet = new Sheet();
    sheet.replaceSync(text);
    return sheet;
  });
  frame.body.className = draft.body.className;
  frame.body.replaceChildren(wrapped(frame, draft, section));
}
