import type { RefusalCode } from "../../../manifests/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusal.ts";
import { escapeHtml } from "../../../runtime/rendering/escape.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../runtime/answerHeaders.ts";
import { json, problem } from "../answers.ts";
import type { Identity } from "../../shared/login/identify.ts";

/** Answers of a login that did not lead anywhere: a page for somebody in a browser, a problem for a program. */

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/**
 * Who the provider says it is, and nothing else: neither a cookie, nor whether the site knows anybody. The members of the
 * JSON are what provisioning and an invitation take.
 */
export function receipt(request: Request, { issuer, subject }: Identity): Response {
  if (!wantsHtml(request)) return json(refusalStatus("NOT_INVITED"), { issuer, subject });
  const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
  return page("NOT_INVITED", `<dl>${row("Issuer", issuer)}${row("Subject", subject)}</dl>`);
}

export function sorry(request: Request, code: RefusalCode, headers: Record<string, string> = {}): Response {
  if (!wantsHtml(request)) return problem(code, {}, headers);
  return page(code, '<p><a href="/api/auth/start">Log in again</a></p>', headers);
}

function page(code: RefusalCode, body: string, headers: Record<string, string> = {}): Response {
  const html = document(escapeHtml(refusalText(code)), body);
  return new Response(html, { status: refusalStatus(code), headers: { ...ANSWER_HEADERS.loginPage, ...headers } });
}

/** For a visitor whom another site has sent: they begin a login themselves, with a link of ours. */
export function askToStart(hostname: string, start: string): Response {
  const name = escapeHtml(hostname);
  const body = `<p>Another site has sent you here. Log in only if you want to work on <strong>${name}</strong>.</p><p><a href="${escapeHtml(start)}">Log in</a></p>`;
  return new Response(document(`Log in to ${name}?`, body), { headers: ANSWER_HEADERS.loginPage });
}

export interface Question {
  readonly hostname: string;
  readonly role: string;
  /** What the terminal shows as well. */
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
export function question({ hostname, role, check, loopback, action, fields }: Question): Response {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`).join("");
  const title = "Let the command line on this computer act as you?";
  const html = document(title, `<p>It asks for <strong>${escapeHtml(hostname)}</strong>, where you are ${escapeHtml(role)}, and may do there what you may,`
    + ` until your login in this browser ends, or until <code>svc logout</code>.</p><p>Your terminal shows <strong><code>${escapeHtml(check)}</code></strong>. If it shows`
    + ` something else, or you did not type <code>svc login</code>, say no.</p><form method="post" action="${escapeHtml(action)}">${inputs}`
    + `<button name="answer" value="yes">Yes, let it</button> <button name="answer" value="no">No</button></form>`);
  return new Response(html, { headers: { ...ANSWER_HEADERS.loginQuestion, "Content-Security-Policy": formPolicy(`'self' ${loopback}`) } });
}

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">`
  + `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;
