import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { nothingHere } from "../answers.ts";
import { SCRIPT, STYLE } from "./assets.generated.ts";

export interface Asset {
  readonly text: string;
  /** The SHA-256 in hexadecimal. It is part of the address, so a file never changes under its address. */
  readonly digest: string;
  /** The digest in the form of an element's `integrity` attribute. */
  readonly integrity: string;
}

const pathOf = ({ digest }: Asset, ending: string): string => `/_editor/assets/${digest}.${ending}`;

export const SCRIPT_PATH = pathOf(SCRIPT, "js");
export const STYLE_PATH = pathOf(STYLE, "css");

/**
 * The editor's tab icon, different from the site's. A changed icon needs a new name, because browsers cache it
 * permanently.
 */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2457d6"/>' +
  '<path d="M6 22h20M8 22v-5a8 8 0 0 1 16 0v5M16 9v13" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

export const ICON_PATH = "/_editor/assets/icon-1.svg";

interface Served {
  readonly text: string;
  readonly type: string;
}

const SERVED: ReadonlyMap<string, Served> = new Map([
  [SCRIPT_PATH, { text: SCRIPT.text, type: "text/javascript; charset=utf-8" }],
  [STYLE_PATH, { text: STYLE.text, type: "text/css; charset=utf-8" }],
  [ICON_PATH, { text: ICON, type: "image/svg+xml" }],
]);

/** Answers a file of the editor, the same on every served hostname. */
export function drawnAsset(path: string): Response {
  const found = SERVED.get(path);
  if (!found) return nothingHere();
  return new Response(found.text, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": found.type } });
}
