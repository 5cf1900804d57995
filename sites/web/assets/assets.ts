import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { nothingHere } from "../http/answers.ts";
import { STYLE_NAME, STYLE_PATH } from "../document/sheetPath.ts";
import type { Env } from "../powers/env.ts";
import { storedFile } from "../powers/storedFile.ts";
import { ICON_PATH, SCRIPT_NAME, SCRIPT_PATH } from "./assetPaths.ts";

/** The editor's tab icon, different from the site's. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2457d6"/>' +
  '<path d="M6 22h20M8 22v-5a8 8 0 0 1 16 0v5M16 9v13" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

type Files = Pick<Env, "ASSETS">;

const drawn = (text: BodyInit | null, type: string): Response =>
  new Response(text, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": type } });

/** The script and the style sheet are static files, so that visitors do not wait for a worker that holds them. */
const stored =
  (name: string, type: string) =>
  async ({ ASSETS }: Files): Promise<Response> => {
    const { ok, body } = await storedFile(ASSETS, name);
    return ok ? drawn(body, `${type}; charset=utf-8`) : nothingHere();
  };

type Serve = (files: Files) => Response | Promise<Response>;

const SERVED: ReadonlyMap<string, Serve> = new Map<string, Serve>([
  [SCRIPT_PATH, stored(SCRIPT_NAME, "text/javascript")],
  [STYLE_PATH, stored(STYLE_NAME, "text/css")],
  [ICON_PATH, () => drawn(ICON, "image/svg+xml")],
]);

/** Answers a file of the editor, the same on every served hostname. */
export const drawnAsset = (files: Files, path: string): Response | Promise<Response> =>
  SERVED.get(path)?.(files) ?? nothingHere();
