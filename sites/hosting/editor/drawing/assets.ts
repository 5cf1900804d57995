import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import { nothingHere } from "../../answers.ts";
import { SCRIPT, STYLE } from "./assets.generated.ts";

export interface Asset {
  readonly text: string;
  /** SHA-256 in hexadecimal: the address never changes its meaning. */
  readonly digest: string;
  /** The same as the `integrity` of an element. */
  readonly integrity: string;
}

const pathOf = ({ digest }: Asset, ending: string): string => `/_editor/assets/${digest}.${ending}`;

export const SCRIPT_PATH = pathOf(SCRIPT, "js");
export const STYLE_PATH = pathOf(STYLE, "css");

const SERVED: ReadonlyMap<string, { readonly asset: Asset; readonly type: string }> = new Map([
  [SCRIPT_PATH, { asset: SCRIPT, type: "text/javascript; charset=utf-8" }],
  [STYLE_PATH, { asset: STYLE, type: "text/css; charset=utf-8" }],
]);

/** Answers a file of the editor on every served hostname. It is code of the deployment and knows nothing of a site. */
export function asset(path: string): Response {
  const found = SERVED.get(path);
  if (!found) return nothingHere();
  return new Response(found.asset.text, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": found.type } });
}
