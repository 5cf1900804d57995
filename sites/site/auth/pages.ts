import type { RefusalCode } from "../../../manifests/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusal.ts";
import { escapeHtml } from "../../../runtime/rendering/escape.ts";
import { DATA_POLICY, SECURITY_HEADERS } from "../../../runtime/publicHeaders.ts";
import { problem } from "../answers.ts";
import type { Identity } from "./identify.ts";

/** Answers of a login that did not lead anywhere: a page for somebody in a browser, a problem for a program. */

const wantsHtml = (request: Request): boolean => /\btext\/html\b/i.test(request.headers.get("accept") ?? "");

/** No cookie in either form: whoever is not invited leaves nothing behind, here or there. */
export function receipt(request: Request, { issuer, subject }: Identity): Response {
  if (!wantsHtml(request)) return problem("NOT_INVITED", { issuer, subject });
  const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
  return page("NOT_INVITED", `<dl>${row("Issuer", issuer)}${row("Subject", subject)}</dl>`);
}

export function sorry(request: Request, code: RefusalCode, headers: Record<string, string> = {}): Response {
  if (!wantsHtml(request)) return problem(code, {}, headers);
  return page(code, '<p><a href="/api/auth/start">Log in again</a></p>', headers);
}

function page(code: RefusalCode, body: string, headers: Record<string, string> = {}): Response {
  const title = escapeHtml(refusalText(code));
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">`
    + `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;
  return new Response(html, { status: refusalStatus(code), headers: { ...PAGE_HEADERS, ...headers } });
}

const PAGE_HEADERS = {
  ...SECURITY_HEADERS, "Content-Security-Policy": DATA_POLICY, "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
};
