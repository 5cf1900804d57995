import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { escapeHtml } from "../../../runtime/templates/escape.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../runtime/serving/answerHeaders.ts";
import { json, problem } from "../answers.ts";
import { reader } from "../../shared/editor/reader.ts";
import { LANGUAGES } from "../../shared/editor/words/languages.ts";
import { sayHtml } from "../../shared/editor/words/sayHtml.ts";
import { WORDS } from "../../shared/editor/words/words.ts";
import type { Identity } from "../../shared/login/identify.ts";

const { doors: words } = WORDS;

/** Answers of a login that failed: a page for a person in a browser, a problem document for a program. */

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/**
 * Answers who the person is for the provider, and nothing else. It sets no cookie and does not say whether the site
 * knows the person. Provisioning and invitations take the JSON's members as they are.
 */
export function receipt(request: Request, { issuer, subject }: Identity): Response {
  if (!wantsHtml(request)) return json(refusalStatus("NOT_INVITED"), { issuer, subject });
  const row = (name: string, value: string): string =>
    `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
  const rows = `<dl>${row(words.subject, subject)}${row(words.issuer, issuer)}</dl>`;
  return page("NOT_INVITED", `<p>${escapeHtml(words.invitation)}</p>${rows}`);
}

export function loginSorry(request: Request, code: RefusalCode, headers: Record<string, string> = {}): Response {
  if (!wantsHtml(request)) return problem(code, {}, headers);
  return page(code, `<p><a href="/api/auth/start">${escapeHtml(words.again)}</a></p>`, headers);
}

const refused = (code: RefusalCode): string => {
  const known: Partial<Record<RefusalCode, string>> = words.refused;
  return known[code] ?? refusalText(code);
};

function page(code: RefusalCode, body: string, headers: Record<string, string> = {}): Response {
  const html = document(escapeHtml(refused(code)), body);
  return new Response(html, { status: refusalStatus(code), headers: { ...ANSWER_HEADERS.loginPage, ...headers } });
}

/** Answers a visitor whom another site has sent: our link lets them begin the login themselves. */
export function askToStart(hostname: string, start: string): Response {
  const { title, sent, go } = words.start;
  const name = `<strong>${escapeHtml(hostname)}</strong>`;
  const body = `<p>${sayHtml(sent, { name })}</p><p><a href="${escapeHtml(start)}">${escapeHtml(go)}</a></p>`;
  return new Response(document(sayHtml(title, { name: escapeHtml(hostname) }), body), {
    headers: ANSWER_HEADERS.loginPage,
  });
}

export interface LoginQuestion {
  readonly hostname: string;
  readonly role: Role;
  /** The check words that the terminal shows, too. */
  readonly check: string;
  /** Origin of the program that asks, where the browser goes afterwards. */
  readonly loopback: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Asks a member whether a program may act as them. Browsers hold a form's policy to where its answer leads, so it names
 * the program.
 */
export function loginQuestion({ hostname, role, check, loopback, action, fields }: LoginQuestion): Response {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const { program } = words;
  const asks = sayHtml(program.asks, {
    name: `<strong>${escapeHtml(hostname)}</strong>`,
    role: escapeHtml(words.roles[role]),
    logout: "<code>svc logout</code>",
  });
  const shows = sayHtml(program.check, {
    check: `<strong><code>${escapeHtml(check)}</code></strong>`,
    login: "<code>svc login</code>",
  });
  const button = (answer: string, word: string): string =>
    `<button name="answer" value="${answer}">${escapeHtml(word)}</button>`;
  const html = document(
    escapeHtml(program.title),
    `<p>${asks}</p><p>${shows}</p><form method="post" action="${escapeHtml(action)}">${inputs}` +
      `${button("yes", program.yes)} ${button("no", program.no)}</form>`,
  );
  return new Response(html, {
    headers: { ...ANSWER_HEADERS.loginQuestion, "Content-Security-Policy": formPolicy(`'self' ${loopback}`) },
  });
}

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="${reader().language}" dir="${LANGUAGES[reader().language].direction}"><meta charset="utf-8"><meta name="robots" content="noindex">` +
  `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;
