import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { button, form } from "./layout.ts";
import type { AccountSpeech } from "./words.ts";

/** The place where the script lists new recovery codes. */
export const codesPart = (words: AccountSpeech): string =>
  form(
    "kept",
    `<h2>${escapeHtml(words.codesTitle)}</h2><p>${escapeHtml(words.codesLead)}</p><ul class="codes"></ul>${button(words.codesKept)}`,
    ` id="codes" hidden`,
  );
