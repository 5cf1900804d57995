/** The style sheet of members' pages, for a worker that has no static files and serves it under its own origin. */
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { STYLE_TEXT } from "./sheet.generated.ts";

export const styleSheet = (): Response =>
  new Response(STYLE_TEXT, { headers: { ...ANSWER_HEADERS.editorAsset, "Content-Type": "text/css; charset=utf-8" } });
