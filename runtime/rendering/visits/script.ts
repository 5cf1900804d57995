/** The script that reports a visit. Only pages of sites whose settings ask for it load it. */
import { VISIT_SCRIPT } from "./script.generated.ts";

export const VISIT_SCRIPT_PATH = `/_assets/${VISIT_SCRIPT.digest}.js`;

export const VISIT_SCRIPT_ELEMENT = `<script type="module" src="${VISIT_SCRIPT_PATH}" integrity="${VISIT_SCRIPT.integrity}"></script>`;

/** The file that the kernel serves for visits, by its path. */
export const VISIT_ASSETS = [
  [VISIT_SCRIPT_PATH, { type: "text/javascript; charset=utf-8", body: VISIT_SCRIPT.text, digest: VISIT_SCRIPT.digest }],
] as const;
