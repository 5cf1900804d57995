import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { passwordPart } from "./appPart.ts";
import { button, field, form, accountSheet } from "./layout.ts";
import type { AccountSpeech } from "./words.ts";

const CODE_MAX_CHARS = 60;
const INVITATION_MAX_CHARS = 2_000;

/** Asks for a passkey. It names no account, and is the same for everybody. */
export const passkeyPage = (words: AccountSpeech, interaction = ""): string =>
  accountSheet(
    words,
    words.loginTitle,
    form(
      "login",
      `<p>${escapeHtml(words.loginLead)}</p>${button(words.login)}`,
      ` data-interaction="${escapeHtml(interaction)}"`,
    ) +
      passwordPart(words, interaction) +
      `<section><h2>${escapeHtml(words.newcomerTitle)}</h2><p>${escapeHtml(words.newcomerLead)}</p>` +
      form(
        "invitation",
        field({ name: "invitation", label: words.invitation, max: INVITATION_MAX_CHARS }) + button(words.useInvitation),
      ) +
      `</section><section><h2>${escapeHtml(words.codeTitle)}</h2><p>${escapeHtml(words.codeLead)}</p>` +
      form("code", field({ name: "code", label: words.code, max: CODE_MAX_CHARS }) + button(words.useCode)) +
      `</section>`,
  );
