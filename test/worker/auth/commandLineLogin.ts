import { expect } from "vitest";
import { Browser } from "./browser.ts";
import { type Site, post } from "./siteLogins.ts";

/** A program that waits for a login, as `svc login` does. */
export interface Program {
  readonly port: number;
  readonly verifier: string;
  readonly challenge: string;
  readonly state: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

export async function aProgram(port = 49_152): Promise<Program> {
  const verifier = random();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  return { port, verifier, challenge: base64url(digest), state: random() };
}

export const PAGE = "/api/auth/command-line";

export const askedBy = ({ port, challenge, state }: Program): Record<string, string> => ({
  port: String(port),
  challenge,
  state,
});

export const pageFor = ({ origin }: Site, program: Program): string =>
  `${origin}${PAGE}?${new URLSearchParams(askedBy(program)).toString()}`;

export const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Sends the consent form of that page. */
export const allow = (
  browser: Browser,
  { origin }: Site,
  program: Program,
  change: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  post(browser, `${origin}${PAGE}/allow`, {
    headers: { ...FORM, "sec-fetch-site": "same-origin", ...headers },
    body: new URLSearchParams({ ...askedBy(program), answer: "yes", ...change }).toString(),
  });

export async function codeOf(response: Response): Promise<string> {
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

/** The program's own request, without a cookie and an Origin. */
export const exchange = (
  { origin }: Site,
  code: string,
  verifier: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  new Browser().go(`${origin}${PAGE}/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ code, verifier }),
  });
