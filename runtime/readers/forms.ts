/** The HTML of the forms at the pages of readers' accounts. */
import { MAIL_ADDRESS_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { hiddenField } from "../forms/drawInstead.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import type { Reader } from "./readers.ts";
import type { ReaderWords } from "./words.ts";

/** The path of a reader's account. What a reader does is below it. */
export const READER_PATH = "/_reader";

/** The name of the secret in the link of a letter, and in the form behind it. */
export const READER_SECRET = "secret";

const says = (text: string, name = "form-help"): string => `<p class="${name}">${escapeHtml(text)}</p>`;

const button = (text: string): string =>
  `<p class="form-buttons"><button type="submit" class="button">${escapeHtml(text)}</button></p>`;

const form = (act: string, content: string): string =>
  `<form${attributes({ class: "form", method: "post", action: `${READER_PATH}/${act}`, "accept-charset": "utf-8" })}>\n${content}\n</form>`;

/** The form that asks for a sign-in letter. `path` is the page to return to. */
export const letterForm = (words: ReaderWords, path: string, typed = ""): string =>
  form(
    "ask",
    `<div class="form-field"><label class="form-label" for="svc-reader-address">${escapeHtml(words.address)}</label>
<input${attributes({
      id: "svc-reader-address",
      type: "email",
      name: "address",
      value: typed,
      maxlength: String(MAIL_ADDRESS_MAX_CHARS),
      autocomplete: "email",
      required: "",
    })}></div>
${hiddenField("path", path)}
${button(words.ask)}`,
  );

export const enterForm = (words: ReaderWords, secret: string): string =>
  form("enter", `${says(words.openHelp)}\n${hiddenField(READER_SECRET, secret)}\n${button(words.enter)}`);

/** The texts of an account: what is stored, in the order of the page. */
interface AccountTexts {
  readonly since: string;
  readonly seen: string | undefined;
  readonly logins: number;
  readonly hasFeed: boolean;
}

export function accountForms(
  words: ReaderWords,
  { address, groups }: Pick<Reader, "address" | "groups">,
  { since, seen, logins, hasFeed }: AccountTexts,
): string {
  const facts: readonly (readonly [string, string])[] = [
    [words.storedAddress, address],
    [words.storedGroups, groups.join(", ") || words.none],
    [words.storedSince, since],
    [words.storedSeen, seen ?? words.none],
    [words.storedLogins, String(logins)],
  ];
  const rows = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`);
  return `${says(words.stored)}
<dl>${rows.join("\n")}</dl>
${form("feed", `${says(words.feedHelp)}\n${button(words.feedMake)}`)}
${hasFeed ? form("unfeed", button(words.feedEnd)) : ""}
${form("leave", button(words.leave))}
${link("forget", words.forget)}`;
}

/** The question before an account is deleted. */
export const forgetForm = (words: ReaderWords): string =>
  `${form("forget", `${says(words.forgetHelp)}\n${button(words.forget)}`)}\n${link("", words.keep)}`;

/** The new secret address of a feed. The style of the page breaks long facts, so that it fits a narrow screen. */
export const feedShown = (words: ReaderWords, address: string): string =>
  `${message(words.feedShown)}\n<dl><dt>${escapeHtml(words.storedAddress)}</dt><dd><code>${escapeHtml(address)}</code></dd></dl>\n${link("", words.account)}`;

const link = (act: string, text: string): string =>
  `<p><a href="${READER_PATH}${act && `/${act}`}">${escapeHtml(text)}</a></p>`;

export const message = (text: string): string => `<p class="form-sent" role="status">${escapeHtml(text)}</p>`;

/** The line at a page for readers that leads to the reader's account. It is the same for all readers. */
export const accountLine = (words: ReaderWords): string =>
  `<p class="wrap site-notice"><a href="${READER_PATH}">${escapeHtml(words.account)}</a></p>`;
