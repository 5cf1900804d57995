import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/**
 * The page's own style and script run, and nothing else. No page may frame it, so that no other site can place its button
 * under a visitor's pointer.
 */
const policyFor = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

const ALWAYS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

function send(response: ServerResponse, { status, type, body, cookies = [], headers = {} }: Answer): void {
  if (cookies.length > 0) response.setHeader("set-cookie", [...cookies]);
  response.writeHead(status, {
    ...ALWAYS,
    ...headers,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
  });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

const pageAnswer = (html: string, style: string, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  type: "text/html; charset=utf-8",
  body: html,
  headers: { ...headers, "content-security-policy": policyFor(style) },
});

export const sendPage = (response: ServerResponse, html: string, style: string, status = 200): void =>
  send(response, { ...pageAnswer(html, style), status });

/** Sends a page that leads to a site. The site learns from whom, so it does not ask whether another site sent the person. */
export const sendLeadingPage = (response: ServerResponse, html: string, style: string): void =>
  send(response, pageAnswer(html, style, { "referrer-policy": "strict-origin" }));

export const sendScript = (response: ServerResponse, body: string): void =>
  send(response, { status: 200, type: "text/javascript; charset=utf-8", body });

export const sendPicture = (response: ServerResponse, bytes: Buffer): void =>
  send(response, { status: 200, type: "image/webp", body: bytes });

export const sendText = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void => send(response, { status, type: "text/plain; charset=utf-8", body, headers });

export const sendJson = (
  response: ServerResponse,
  status: number,
  value: unknown,
  cookies: readonly string[] = [],
): void => send(response, { status, type: "application/json", body: JSON.stringify(value), cookies });

export const sendRedirect = (
  response: ServerResponse,
  location: string,
  status = 303,
  cookies: readonly string[] = [],
): void => send(response, { status, type: "text/plain; charset=utf-8", body: "", headers: { location }, cookies });
