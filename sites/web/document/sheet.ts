/** The style sheet of members' pages, which each worker with such pages serves under its own origin. */
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { STYLE } from "./sheet.generated.ts";

export const STYLE_PATH = `/_editor/assets/${STYLE.digest}.css`;

export const styleSheet = (): Response =>
  new Response(STYLE.text, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": "text/css; charset=utf-8" } });
