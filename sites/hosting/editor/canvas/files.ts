/** The built files of the canvas. Anybody may load them, because they know nothing of a site. */
import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import type { CanvasFiles } from "../../../shared/editor/canvasFiles.ts";
import { CANVAS_INDEX } from "../../../shared/editor/canvasFiles.ts";
import { nothingHere } from "../../answers.ts";
import type { Env } from "../../env.ts";
import { storedFile } from "../../storedFile.ts";
import { START } from "../desk/area.ts";

const FOLDER = `${START}/canvas`;

export const canvasPath = (name: string): string => `${FOLDER}/${name}`;

/** A deployment's files never change under it, so each isolate reads their description once. */
const read = new WeakMap<Fetcher, Promise<CanvasFiles>>();

export function canvasFiles({ ASSETS }: Pick<Env, "ASSETS">): Promise<CanvasFiles> {
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

/** Answers one of them by its name. The list decides, so nothing else of the folder can be asked for. */
export async function canvasFile(env: Pick<Env, "ASSETS">, name: string): Promise<Response> {
  const { scripts, styles } = await canvasFiles(env);
  const type = scripts.includes(name) ? JAVASCRIPT : styles.includes(name) ? CSS : undefined;
  if (type === undefined) return nothingHere();
  const { body, ok } = await storedFile(env.ASSETS, name);
  return ok ? new Response(body, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": type } }) : nothingHere();
}
