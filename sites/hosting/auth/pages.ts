import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import { escapeHtml } from "../../../runtime/templates/escape.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../runtime/serving/answerHeaders.ts";
import { json, problem } from "../answers.ts";
import type { Identity } from "../../shared/login/identify.ts";

/** Answers of a login that failed: a page for a person in a browser, a problem document for a program. */

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/**
 * Answers who the person is for the provider, and nothing else. It sets no cookie and does not say whether the site
 * knows anybody. Provisioning and invitations take the JSON's members as they are.
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

/** Answers a visitor whom another site has sent: our link lets them begin the login themselves. */
export function askToStart(hostname: string, start: string): Response {
  const name = escapeHtml(hostname);
  const body = `<p>Another site has sent you here. Log in only if you want to work on <strong>${name}</strong>.</p><p><a href="${escapeHtml(start)}">Log in</a></p>`;
  return new Response(document(`Log in to ${name}?`, body), { headers: ANSWER_HEADERS.loginPage });
}

export interface Question {
  readonly hostname: string;
  readonly role: string;
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
export function question({ hostname, role, check, loopback, action, fields }: Question): Response {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const title = "Let the command line on this computer act as you?";
  const html = document(
    title,
    `<p>It asks for <strong>${escapeHtml(hostname)}</strong>, where you are ${escapeHtml(role)}, and may do there what you may,` +
      ` until your login in this browser ends, or until <code>svc logout</code>.</p><p>Your terminal shows <strong><code>${escapeHtml(check)}</code></strong>. If it shows` +
      ` something else, or you did not type <code>svc login</code>, say no.</p><form method="post" action="${escapeHtml(action)}">${inputs}` +
      `<button name="answer" value="yes">Yes, let it</button> <button name="answer" value="no">No</button></form>`,
  );
  return new Response(html, {
    headers: { ...ANSWER_HEADERS.loginQuestion, "Content-Security-Policy": formPolicy(`'self' ${loopback}`) },
  });
}

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">` +
  `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;
