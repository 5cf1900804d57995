import { type RefusalCode, refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { escapeHtml } from "../../../runtime/templates/escape.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../runtime/serving/answerHeaders.ts";
import { json, problem } from "../http/answers.ts";
import { reader } from "../../words/reader.ts";
import { sayHtml } from "../../words/sayHtml.ts";
import { WORDS } from "../../words/words.ts";
import type { Identity } from "../../platform/login/identify.ts";
import { loginDocument } from "../document/loginDocument.ts";
import { STYLE_PATH } from "../document/sheetPath.ts";
import type { LoginPlace } from "./addressedSite.ts";

const { doors: words } = WORDS;

/** Answers of failed logins: pages for browsers, problem documents for programs. */

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/**
 * Answers the person's issuer and subject. It sets no cookie and does not reveal whether the site knows the person.
 * Provisioning and invitations accept the JSON's members unchanged.
 */
export function receipt(request: Request, origin: string, { issuer, subject }: Identity): Response {
  if (!wantsHtml(request)) return json(refusalStatus("NOT_INVITED"), { issuer, subject });
  const row = (name: string, value: string): string =>
    `<div><dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd></div>`;
  const rows = `<dl class="facts">${row(words.subject, subject)}${row(words.issuer, issuer)}</dl>`;
  return sorry(origin, "NOT_INVITED", `<p>${escapeHtml(words.invitation)}</p>${rows}`);
}

export function loginSorry(
  request: Request,
  origin: string,
  code: RefusalCode,
  headers: Record<string, string> = {},
): Response {
  if (!wantsHtml(request)) return problem(code, {}, headers);
  return sorry(origin, code, advice(code), headers);
}

/** The way on after a refusal. A button to log in again stands only where that can help. */
function advice(code: RefusalCode): string {
  if (code === "LOGIN_UNAVAILABLE") return `<p>${escapeHtml(words.unavailable)}</p>`;
  const again = `<p><a class="button" href="/api/auth/start">${escapeHtml(words.again)}</a></p>`;
  return code === "LOGIN_FAILED" ? `<p>${escapeHtml(words.failed)}</p>${again}` : again;
}

const refused = (code: RefusalCode): string => {
  const known: Partial<Record<RefusalCode, string>> = words.refused;
  return known[code] ?? refusalText(code);
};

function sorry(origin: string, code: RefusalCode, body: string, headers: Record<string, string> = {}): Response {
  const html = document(escapeHtml(refused(code)), body);
  return new Response(html, { status: refusalStatus(code), headers: { ...headersAt(origin), ...headers } });
}

/** Allows the editor's style sheet by its exact address, and no forms. */
const headersAt = (origin: string): Record<string, string> => ({
  ...ANSWER_HEADERS.loginPage,
  "Content-Security-Policy": formPolicy("'none'", origin + STYLE_PATH),
});

/** The page for a visitor whom another site sent to the login. Its link lets the visitor begin the login themselves. */
export function askToStart({ hostname, origin }: LoginPlace, start: string): Response {
  const { title, sent, go } = words.start;
  const name = `<strong>${escapeHtml(hostname)}</strong>`;
  const body = `<p>${sayHtml(sent, { name })}</p><p><a class="button" href="${escapeHtml(start)}">${escapeHtml(go)}</a></p>`;
  return new Response(document(sayHtml(title, { name: escapeHtml(hostname) }), body), {
    headers: headersAt(origin),
  });
}

export interface LoginQuestion {
  readonly place: LoginPlace;
  readonly role: Role;
  /** The check characters that the terminal also shows. */
  readonly check: string;
  /** The origin of the asking program, which the browser is redirected to. */
  readonly loopback: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Asks a member whether a program may act for them. Browsers apply `form-action` also to the redirect after the form,
 * so the policy names the program.
 */
export function loginQuestion({ place, role, check, loopback, action, fields }: LoginQuestion): Response {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const { program } = words;
  const asks = sayHtml(program.asks, {
    name: `<strong>${escapeHtml(place.hostname)}</strong>`,
    role: escapeHtml(words.roles[role]),
    logout: "<code>svc logout</code>",
  });
  const shows = sayHtml(program.check, {
    check: `<strong><code>${escapeHtml(check)}</code></strong>`,
    login: "<code>svc login</code>",
  });
  const button = (answer: string, word: string, look = ""): string =>
    `<button name="answer" value="${answer}"${look}>${escapeHtml(word)}</button>`;
  const html = document(
    escapeHtml(program.title),
    `<p>${asks}</p><p>${shows}</p><form class="answers" method="post" action="${escapeHtml(action)}">${inputs}` +
      `${button("yes", program.yes)} ${button("no", program.no, ' class="quiet"')}</form>`,
  );
  return new Response(html, {
    headers: {
      ...ANSWER_HEADERS.loginQuestion,
      "Content-Security-Policy": formPolicy(`'self' ${loopback}`, place.origin + STYLE_PATH),
    },
  });
}

const document = (title: string, body: string): string => loginDocument({ language: reader().language, title, body });
