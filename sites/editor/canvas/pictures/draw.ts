/**
 * Draws a section into a frame of its own, with the site's theme. Its scripts do not run, and nothing in it takes focus
 * or clicks.
 */
import { UPLOADED } from "../../../../runtime/templates/image.ts";
import { STAND_IN } from "../../looks/standIn.ts";
import { container } from "../draft/sections.ts";
import type { SectionPreview } from "./looks.ts";

/** The width of the previewed page, in CSS pixels, as on a desktop. */
export const PICTURE_WIDTH = 960;

/** Centres a short section. A long one begins at the top and is cut off. */
const OWN_CSS = `
html{overflow:hidden!important;scroll-behavior:auto!important}
body{display:grid!important;grid-template-columns:minmax(0,1fr)!important;align-content:safe center!important;min-block-size:100vh!important;margin:0!important}
*,::before,::after{animation:none!important;transition:none!important}
[data-section-slot]:empty{min-block-size:3rem;outline:2px dashed rgb(59 108 255 / .5);outline-offset:-4px}
`;

/** The blob address of the placeholder picture, which the content security policy allows. */
let standIn: string | undefined;

function putStandIn(picture: HTMLImageElement): void {
  standIn ??= URL.createObjectURL(new Blob([STAND_IN], { type: "image/svg+xml" }));
  picture.removeAttribute("srcset");
  picture.style.setProperty("object-fit", "cover");
  picture.setAttribute("src", standIn);
}

/** Rebuilds the elements around the page's sections, without their other content. */
function wrapped(frame: Document, draft: Document, section: Element): Element {
  let whole = frame.adoptNode(section);
  for (let around: Element | null = container(draft); around && around !== draft.body; around = around.parentElement) {
    const box = frame.importNode(around, false);
    box.append(whole);
    whole = box;
  }
  return whole;
}

/** Parses HTML in a template, which loads nothing. Its pictures load when they are moved into the frame. */
function inertElement(draft: Document, html: string): Element | null {
  const template = draft.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Draws a preview. The draft's document parses the HTML, because the editor's Trusted Types policy forbids it. */
export function drawLook(frame: Document, draft: Document, { html, root, css }: SectionPreview): void {
  const Sheet = frame.defaultView?.CSSStyleSheet;
  const section = inertElement(draft, html);
  if (!Sheet || !section) return;
  // An embedded film must not contact another host for a preview.
  for (const inner of section.querySelectorAll("iframe")) inner.removeAttribute("src");
  // Example sections name pictures that this site does not have.
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
