import { type RefusalCode, refusalStatus, refusalText } from "../../../../manifests/refusals/refusal.ts";
import { AGENT_NAME_MAX_CHARS } from "../../../../manifests/bounds/agents.ts";
import { ANSWER_HEADERS, formPolicy } from "../../../../runtime/serving/answerHeaders.ts";
import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { type Scope, scopesOf } from "../../../../runtime/commands/scopes.ts";
import { languageOf } from "../../../words/asked.ts";
import type { Language } from "../../../words/shape/languages.ts";
import type { DoorWords } from "../../../words/en/doors.ts";
import { DOOR_TABLES } from "../../../words/doorTables.ts";
import { sayHtml } from "../../../words/sayHtml.ts";
import type { Identity } from "../../../platform/login/identify.ts";
import { loginDocument } from "../../../web/document/loginDocument.ts";
import { STYLE_PATH } from "../../../web/document/sheetPath.ts";
import { PATHS } from "./paths.ts";
import type { SiteChoice } from "../../../control/people/members.ts";

/** The origin and language of a page, and its texts. */
export type PageSpeech = Pick<Document, "origin" | "language" | "words">;

interface Document {
  readonly origin: string;
  readonly language: Language;
  readonly words: DoorWords;
  /** The title, as plain text. */
  readonly title: string;
  /** The body, as HTML. */
  readonly body: string;
}

/** The language that the browser asks for. */
export function speechOf(request: Request): PageSpeech {
  const language = languageOf(request);
  return { origin: new URL(request.url).origin, language, words: DOOR_TABLES[language] };
}

/** Allows the sheet of members' pages by its exact address under this worker's origin. */
function page(status: number, { origin, language, title, body }: Document, action = "'none'"): Response {
  return new Response(loginDocument({ language, title: escapeHtml(title), body }), {
    status,
    headers: { ...ANSWER_HEADERS.agentLoginPage, "Content-Security-Policy": formPolicy(action, origin + STYLE_PATH) },
  });
}

const refusedIn = (words: DoorWords, code: RefusalCode): string =>
  (words.refused as Partial<Record<RefusalCode, string>>)[code] ?? refusalText(code);

/** Shows an error page, where a redirect to the client is not safe. */
export function grantSorry(
  speech: PageSpeech,
  code: RefusalCode,
  says = "",
  fields: Readonly<Record<string, string>> = {},
): Response {
  const shown = { ...speech, title: refusedIn(speech.words, code), body: `<p>${escapeHtml(says)}</p>` };
  const response = page(refusalStatus(code), shown);
  for (const [name, value] of Object.entries(fields)) response.headers.set(name, value);
  return response;
}

/**
 * Shows people who are no member of a site their issuer and subject, and nothing else. Sets no cookie and stores
 * nothing.
 */
export function grantReceipt(speech: PageSpeech, { issuer, subject }: Identity): Response {
  const { words } = speech;
  const row = (name: string, value: string): string =>
    `<div><dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd></div>`;
  return page(refusalStatus("NOT_INVITED"), {
    ...speech,
    title: refusedIn(words, "NOT_INVITED"),
    body: `<p>${escapeHtml(words.invitation)}</p><dl class="facts">${row(words.subject, subject)}${row(words.issuer, issuer)}</dl>`,
  });
}

export interface GrantQuestion {
  readonly client: {
    readonly name: string;
    /** The domain that the client has proven. Without it, the client's name is only a claim. */
    readonly domain?: string | undefined;
    readonly redirectHost: string;
    readonly isLocal: boolean;
    readonly redirect: string;
  };
  readonly asked: readonly Scope[];
  /** The scopes that are ticked at first. */
  readonly ticked: readonly Scope[];
  readonly sites: readonly SiteChoice[];
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The consent page: what an agent may do for the member, and at which site. No scripts, no framing, and no submission
 * from another site.
 */
export function grantQuestion(speech: PageSpeech, { client, asked, ticked, sites, fields }: GrantQuestion): Response {
  const { words } = speech;
  const { agent } = words;
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  const scopes = asked.map((scope) => box(words, { scope, isTicked: ticked.includes(scope), sites }));
  const button = (answer: string, word: string, look = ""): string =>
    `<button name="answer" value="${answer}"${look}>${escapeHtml(word)}</button>`;
  const body =
    `<p>${who(words, client)}</p><form method="post" action="${PATHS.consent}">${hidden}` +
    `<fieldset><legend>${escapeHtml(agent.site)}</legend>${sites.map((site, index) => choice(words, site, index)).join("")}</fieldset>` +
    `<fieldset><legend>${escapeHtml(agent.scope)}</legend>${scopes.join("")}</fieldset>` +
    `<p>${escapeHtml(agent.limits)}</p><p class="answers">${button("yes", agent.yes)} ${button("no", agent.no, ' class="quiet"')}</p></form>`;
  return page(200, { ...speech, title: agent.title, body }, formTargets(client.redirect));
}

/** Browsers apply `form-action` also to the redirect after the form, which leads to the client. */
function formTargets(redirect: string): string {
  const url = new URL(redirect);
  return url.protocol === "http:" || url.protocol === "https:" ? `'self' ${url.origin}` : `'self' ${url.protocol}`;
}

/**
 * Invisible characters and bidirectional controls. With them, a name could disguise the host that receives the answer.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const readable = (name: string, unnamed: string): string => escapeHtml(name.replaceAll(UNSEEN, "").trim() || unnamed);

function who({ agent }: DoorWords, { name, domain, redirectHost, isLocal }: GrantQuestion["client"]): string {
  const says = sayHtml(domain === undefined ? agent.claims : agent.proven, {
    name: `<strong>${readable(name.slice(0, AGENT_NAME_MAX_CHARS), agent.unnamed)}</strong>`,
    domain: `<strong>${escapeHtml(domain ?? "")}</strong>`,
    host: `<strong>${escapeHtml(redirectHost)}</strong>`,
  });
  return isLocal ? `${says} ${escapeHtml(agent.local)}` : says;
}

export const valueOf = ({ tenant, site }: SiteChoice): string => `${tenant}/${site}`;

function choice({ agent, roles }: DoorWords, site: SiteChoice, index: number): string {
  const label = sayHtml(agent.choice, {
    name: readable(site.name, agent.unnamed),
    hostname: escapeHtml(site.hostname),
    role: escapeHtml(roles[site.role]),
  });
  return `<p><label><input type="radio" name="site" value="${escapeHtml(valueOf(site))}" required${index === 0 ? " checked" : ""}> ${label}</label></p>`;
}

interface Box {
  readonly scope: Scope;
  readonly isTicked: boolean;
  readonly sites: readonly SiteChoice[];
}

function box({ agent }: DoorWords, { scope, isTicked, sites }: Box): string {
  const without = sites.filter(({ role }) => !scopesOf(role).includes(scope)).map(({ hostname }) => hostname);
  const note = without.length === 0 ? "" : ` ${sayHtml(agent.notAt, { hostnames: escapeHtml(without.join(", ")) })}`;
  return `<p><label><input type="checkbox" name="scope" value="${scope}"${isTicked ? " checked" : ""}> <code>${scope}</code>: ${escapeHtml(agent.scopes[scope])}${note}</label></p>`;
}
