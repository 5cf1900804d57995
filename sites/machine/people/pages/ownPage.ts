import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { PASSKEY_NAME_MAX_CHARS } from "../../../../manifests/bounds/logins.ts";
import type { PersonAccount } from "../store/accounts.ts";
import type { AccountEvent } from "../store/events.ts";
import type { Passkey } from "../store/passkeys.ts";
import { appPart } from "./appPart.ts";
import { codesPart } from "./codesPart.ts";
import { button, field, form, accountSheet } from "./layout.ts";
import { type SiteFormInput, siteForm } from "./siteForm.ts";
import type { AccountSpeech } from "./words.ts";

export interface AccountPageInput {
  readonly account: PersonAccount;
  readonly hostname: string;
  readonly passkeys: readonly Passkey[];
  /** The login name of the person's password; undefined without one. */
  readonly password: string | undefined;
  /** The proof of the person's session, which confirms changes. */
  readonly proof: "passkey" | "password" | "code";
  readonly codes: number;
  readonly events: readonly AccountEvent[];
  readonly site: SiteFormInput;
}

const addPasskey = (words: AccountSpeech): string =>
  form(
    "add",
    field({ name: "passkey", label: words.passkeyName, max: PASSKEY_NAME_MAX_CHARS }) + button(words.addPasskey),
  );

const passkeyRow = (words: AccountSpeech, { id, name, rpId }: Passkey, hostname: string): string =>
  `<li><bdi>${escapeHtml(name)}</bdi>${rpId === hostname ? "" : ` (<bdi>${escapeHtml(rpId)}</bdi>: ${escapeHtml(words.notHere)})`} ` +
  `${form("remove", button(words.remove), ` data-passkey="${escapeHtml(id)}"`)}</li>`;

const appButton = (label: string): string => `<button type="button" data-does="app">${escapeHtml(label)}</button>`;

/** The person's password, or the way to one. */
const passwordSection = (words: AccountSpeech, login: string | undefined): string =>
  `<section><h2>${escapeHtml(words.passwordHeading)}</h2>` +
  (login === undefined
    ? `<p>${escapeHtml(words.passwordLead)}</p>${appButton(words.addPassword)}`
    : `<p>${escapeHtml(words.loginName)}: <bdi>${escapeHtml(login)}</bdi></p>${appButton(words.changePassword)}${form("dropPassword", button(words.remove))}`) +
  `</section>`;

/** The way to another proof: by the login, which offers all of them. The script shows it after a cancelled passkey. */
const provenBy = (words: AccountSpeech, proof: AccountPageInput["proof"]): string =>
  `<p data-proof="${proof}" hidden><a href="/?again">${escapeHtml(words.loginTitle)}</a></p>`;

/** The server does not know the reader's zone. The page's script writes the time in it. */
const moment = (at: number): string => {
  const time = new Date(at).toISOString();
  return `<time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>`;
};

const eventRow = (words: AccountSpeech, { at, kind, about }: AccountEvent): string =>
  `<li>${moment(at)} ${escapeHtml(words.kinds[kind])}${about === null ? "" : `: <bdi>${escapeHtml(about)}</bdi>`}</li>`;

/** A person's own page: their site if they may make one, their ways to log in, and what happened. */
export function ownPage(words: AccountSpeech, input: AccountPageInput): string {
  const { account, hostname, passkeys, password, proof, codes, events, site } = input;
  return accountSheet(
    words,
    account.mayMakeSite ? words.siteTitle : words.accountTitle,
    (account.mayMakeSite ? siteForm(words, site) : "") +
      `<section><h2>${escapeHtml(words.passkeys)}</h2><p><bdi>${escapeHtml(account.name)}</bdi><br><small>${escapeHtml(words.subject)}: <code>${escapeHtml(account.id)}</code></small></p>` +
      `<ul>${passkeys.map((one) => passkeyRow(words, one, hostname)).join("")}</ul>${addPasskey(words)}</section>` +
      passwordSection(words, password) +
      appPart(words) +
      `<section><p>${escapeHtml(words.codesLeft)} ${codes}</p>${form("codes", button(words.newCodes))}</section>` +
      codesPart(words) +
      `<section><h2>${escapeHtml(words.events)}</h2><ul>${events.map((one) => eventRow(words, one)).join("")}</ul></section>` +
      form("logout", button(words.logout)) +
      provenBy(words, proof),
  );
}

/** The page after a recovery code: a new passkey, and nothing else. */
export const recoverPage = (words: AccountSpeech): string =>
  accountSheet(
    words,
    words.claimTitle,
    `<p>${escapeHtml(words.recoverLead)}</p>${addPasskey(words)}${appButton(words.withoutPasskey)}` +
      `${appPart(words)}${codesPart(words)}`,
  );
