import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import { AGENT_NAME_MAX_CHARS } from "../../../manifests/bounds/agents.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../runtime/serving/answerHeaders.ts";
import { escapeHtml } from "../../../runtime/templates/escape.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";
import { scopesOf } from "../../../runtime/commands/scopes.ts";
import type { Identity } from "../../shared/login/identify.ts";
import { PATHS } from "./paths.ts";
import type { Choice } from "./grantState.ts";

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">` +
  `<meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>\n`;

function page(status: number, title: string, body: string, action = "'none'"): Response {
  return new Response(document(escapeHtml(title), body), {
    status,
    headers: { ...ANSWER_HEADERS.agentLoginPage, "Content-Security-Policy": formPolicy(action) },
  });
}

/** Shows an error that occurs before a redirect to the client is safe. */
export function sorry(code: RefusalCode, says = "", fields: Readonly<Record<string, string>> = {}): Response {
  const response = page(refusalStatus(code), refusalText(code), `<p>${escapeHtml(says)}</p>`);
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  return response;
}

/** Shows a stranger their issuer and subject and nothing else. It sets no cookie and stores nothing. */
export function receipt({ issuer, subject }: Identity): Response {
  const row = (name: string, value: string): string => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
  return page(
    refusalStatus("NOT_INVITED"),
    refusalText("NOT_INVITED"),
    `<dl>${row("Issuer", issuer)}${row("Subject", subject)}</dl>`,
  );
}

export interface Question {
  readonly client: {
    readonly name: string;
    /** The domain that the client has proven. Without one, its name is only its claim. */
    readonly domain?: string | undefined;
    readonly redirectHost: string;
    readonly isLocal: boolean;
    readonly redirect: string;
  };
  readonly asked: readonly Scope[];
  /** Scopes that are ticked when the page opens. */
  readonly ticked: readonly Scope[];
  readonly sites: readonly Choice[];
  readonly fields: Readonly<Record<string, string>>;
}

const SAYS: Readonly<Record<Scope, string>> = {
  "site:read": "read the site with its draft, its history and its media",
  "content:write":
    "change the draft: pages, sections, menus, redirects, theme and settings; describe media files, and remove those nothing uses",
  "content:publish": "publish, schedule publications and go back to earlier ones",
  "plugins:use": "use what the site's plugins offer to agents",
};

/** Asks a member what an agent may do for them, and where. No script, no frame, no answer from another site. */
export function question({ client, asked, ticked, sites, fields }: Question): Response {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const body =
    `<p>${who(client)}</p><form method="post" action="${PATHS.consent}">${hidden}` +
    `<fieldset><legend>For which site?</legend>${sites.map(choice).join("")}</fieldset>` +
    `<fieldset><legend>What may it do there, as you?</legend>${asked.map((scope) => box(scope, ticked.includes(scope), sites)).join("")}</fieldset>` +
    `<p>It never may more than your role does, and no more once you are not a member any more. It holds for 30 days.</p>` +
    `<button name="answer" value="yes">Allow</button> <button name="answer" value="no">Do not allow</button></form>`;
  return page(200, "Let an agent act for you?", body, formTargets(client.redirect));
}

/** Browsers hold a form's policy to where its answer leads, which is back to the client. */
function formTargets(redirect: string): string {
  const url = new URL(redirect);
  return url.protocol === "http:" || url.protocol === "https:" ? `'self' ${url.origin}` : `'self' ${url.protocol}`;
}

/** Invisible signs and signs that turn text. Behind them, the host that receives the answer could read as another. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const readable = (name: string): string => escapeHtml(name.replaceAll(UNSEEN, "").trim() || "(no name)");

function who({ name, domain, redirectHost, isLocal }: Question["client"]): string {
  const shown = `<strong>${readable(name.slice(0, AGENT_NAME_MAX_CHARS))}</strong>`;
  const from =
    domain === undefined
      ? `A program that calls itself ${shown}`
      : `${shown} of <strong>${escapeHtml(domain)}</strong>`;
  const warning = isLocal ? " That is a program on this computer: allow it only if you have just started it." : "";
  return `${from} asks. Your answer goes to <strong>${escapeHtml(redirectHost)}</strong>.${warning}`;
}

export const valueOf = ({ tenant, site }: Choice): string => `${tenant}/${site}`;

function choice(site: Choice, index: number): string {
  const label = `${readable(site.name)} (${escapeHtml(site.hostname)}), where you are ${escapeHtml(site.role)}`;
  return `<p><label><input type="radio" name="site" value="${escapeHtml(valueOf(site))}" required${index === 0 ? " checked" : ""}> ${label}</label></p>`;
}

function box(scope: Scope, isTicked: boolean, sites: readonly Choice[]): string {
  const without = sites.filter(({ role }) => !scopesOf(role).includes(scope)).map(({ hostname }) => hostname);
  const note =
    without.length === 0 ? "" : ` (not at ${escapeHtml(without.join(", "))}: your role there does not allow it)`;
  return `<p><label><input type="checkbox" name="scope" value="${scope}"${isTicked ? " checked" : ""}> <code>${scope}</code>: ${SAYS[scope]}${note}</label></p>`;
}
