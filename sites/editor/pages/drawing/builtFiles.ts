/** The built files of the editor. They are public, because they contain nothing of a site. */
import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import { type CanvasFiles, CANVAS_INDEX } from "../../looks/canvasFiles.ts";
import { nothingHere } from "../../../web/http/answers.ts";
import type { Env } from "../../../web/powers/env.ts";
import { storedFile } from "../../../web/powers/storedFile.ts";
import { START } from "../desk/area.ts";

const FOLDER = `${START}/canvas`;

export const builtPath = (name: string): string => `${FOLDER}/${name}`;

/** The list of files, read once in an isolate because a deployment's files do not change. */
const read = new WeakMap<Fetcher, Promise<CanvasFiles>>();

export function builtFiles({ ASSETS }: Pick<Env, "ASSETS">): Promise<CanvasFiles> {
  const known = read.get(ASSETS) ?? describe(ASSETS);
  read.set(ASSETS, known);
  return known;
}

async function describe(assets: Fetcher): Promise<CanvasFiles> {
  const answer = await storedFile(assets, CANVAS_INDEX);
  if (answer.ok) return answer.json();
  read.delete(assets);
  throw new Error(`the files of the editor are not there: ${answer.status}`);
}

const JAVASCRIPT = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";

/** Answers a file of the editor. Only listed names are served. */
export async function builtFile(env: Pick<Env, "ASSETS">, name: string): Promise<Response> {
  const { scripts, styles } = await builtFiles(env);
  const type = scripts.includes(name) ? JAVASCRIPT : styles.includes(name) ? CSS : undefined;
  if (type === undefined) return nothingHere();
  const { body, ok } = await storedFile(env.ASSETS, name);
  return ok ? new Response(body, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": type } }) : nothingHere();
}
