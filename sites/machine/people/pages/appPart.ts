import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { button, field, form } from "./layout.ts";
import type { AccountSpeech } from "./words.ts";

/** Longer than any password may be: browsers cut what is longer, and no password may be cut. */
const FIELD_MAX_CHARS = 2_000;
const CODE_MAX_CHARS = 12;

const loginField = (words: AccountSpeech, attributes = ""): string =>
  field({ name: "login", label: words.loginName, max: 100, autocomplete: "username", attributes });

const passwordField = (words: AccountSpeech, isNew: boolean): string =>
  field({
    name: "password",
    label: words.password,
    max: FIELD_MAX_CHARS,
    autocomplete: isNew ? "new-password" : "current-password",
    attributes: ` type="password"`,
  });

const codeField = (words: AccountSpeech): string =>
  field({
    name: "code",
    label: words.appCode,
    max: CODE_MAX_CHARS,
    autocomplete: "one-time-code",
    attributes: ` inputmode="numeric"`,
  });

/** The place where the script shows a new app, and the person enters a password with its first code. */
export const appPart = (words: AccountSpeech): string =>
  form(
    "setPassword",
    `<h2>${escapeHtml(words.appTitle)}</h2><p>${escapeHtml(words.appLead)}</p>` +
      `<svg role="img" aria-label="${escapeHtml(words.appPicture)}"><path></path></svg>` +
      `<p>${escapeHtml(words.appSeed)} <code class="seed"></code></p>` +
      loginField(words, " readonly") +
      passwordField(words, true) +
      `<p>${escapeHtml(words.passwordRule)}</p>` +
      codeField(words) +
      button(words.setPassword),
    ` id="app" hidden`,
  );

/** The login by a password. It is folded away, because a passkey takes one click. */
export const passwordPart = (words: AccountSpeech, interaction: string): string =>
  `<details><summary>${escapeHtml(words.passwordTitle)}</summary>` +
  form(
    "password",
    loginField(words) + passwordField(words, false) + codeField(words) + button(words.usePassword),
    ` data-interaction="${escapeHtml(interaction)}"`,
  ) +
  `</details>`;
