import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { ACCOUNT_NAME_MAX_CHARS, PASSKEY_NAME_MAX_CHARS } from "../../../../manifests/bounds/logins.ts";
import { appPart } from "./appPart.ts";
import { codesPart } from "./codesPart.ts";
import { button, field, form, accountSheet } from "./layout.ts";
import type { AccountSpeech } from "./words.ts";

/** The page of links. Browsers send no server what follows `#`. */
export const LINK_PATH = "/link";

/**
 * The page of a link. It is the same for every link, because the secret stands behind `#` and only the script sends it. So
 * a program that only opens the address spends nothing.
 */
export const linkPage = (words: AccountSpeech): string =>
  accountSheet(
    words,
    words.beginTitle,
    `<p id="checking">${escapeHtml(words.checking)}</p>` +
      form(
        "passkey",
        `<p>${escapeHtml(words.beginLead)}</p><div id="name">${field({ name: "name", label: words.name, max: ACCOUNT_NAME_MAX_CHARS, autocomplete: "name" })}</div>` +
          field({ name: "passkey", label: words.passkeyName, max: PASSKEY_NAME_MAX_CHARS }) +
          button(words.makePasskey) +
          ` <button type="button" data-does="app">${escapeHtml(words.withoutPasskey)}</button>`,
        ` data-titles="${escapeHtml(JSON.stringify({ owner: words.beginTitle, further: words.beginTitle, invited: words.joinTitle, claim: words.claimTitle }))}" hidden`,
      ) +
      appPart(words) +
      codesPart(words),
  );
