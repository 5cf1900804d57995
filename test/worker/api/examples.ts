import { withPluginPage } from "./pagePlugin.ts";
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { PNG, pngOfBytes } from "../../support/mediaFiles.ts";
import { invite } from "../auth/siteLogins.ts";
import { db, mediaBucket, unique, workspaceOf } from "../site/harness.ts";
import { type Editor, type Sent, callApi, done, loginAs, textSection } from "./apiClient.ts";
import { anAgent } from "./agentGrants.ts";
import { withAction } from "./actingPlugin.ts";
import { ASKS, aPackage, install } from "./packages.ts";
import { aListedPlugin } from "./pluginIndex.ts";

/** A request that succeeds on a newly provisioned site. */
export interface Example {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly file?: Uint8Array<ArrayBuffer>;
  readonly ifMatch?: number;
}

/** `asker` sends the request; personal state belongs to that member. */
type Prepare = (owner: Editor, asker: Editor) => Promise<Example> | Example;

interface Scheduled {
  readonly schedule: string;
}

const inAnHour = (): number => Date.now() + 3_600_000;

/** A new section of the home page for one example. */
async function withSection(owner: Editor): Promise<{ section: string; ifMatch: number }> {
  const section = unique("text");
  const ifMatch = await current(owner, "/api/pages/home");
  await done(
    await callApi(owner, "POST", "/api/pages/home/sections", { ifMatch, body: { section: textSection(section) } }),
  );
  return { section, ifMatch: ifMatch + 1 };
}

const onHome = async (owner: Editor, body: unknown): Promise<Example> => ({
  params: { page: "home" },
  ifMatch: await current(owner, "/api/pages/home"),
  body,
});

async function onSection(owner: Editor, body: unknown): Promise<Example> {
  const { section, ifMatch } = await withSection(owner);
  return { params: { page: "home", section }, ifMatch, body };
}

/** A new page for one example. */
async function aPage(owner: Editor): Promise<string> {
  const body = { path: `/${unique("page")}`, title: "Page" };
  return (await done<{ page: string }>(await callApi(owner, "POST", "/api/pages", { body: { body } }))).page;
}

/** An open request for the publication of a new page. */
async function aRequest(owner: Editor): Promise<{ request: string }> {
  await aPage(owner);
  const body = { words: "A new page" };
  const { request } = await done<{ request: string }>(await callApi(owner, "POST", "/api/requests", { body }));
  return { request };
}

async function aRemark(asker: Editor): Promise<{ remark: string }> {
  const body = { page: "home", words: "Shorter" };
  const { remark } = await done<{ remark: string }>(await callApi(asker, "POST", "/api/remarks", { body }));
  return { remark };
}

/** A new enabled plugin with a waiting version. */
async function withWaiting(owner: Editor): Promise<{ params: { plugin: string }; body: { digest: string } }> {
  const { params, plugin } = await withPlugin(owner);
  const path = `/api/plugins/${plugin.id}`;
  await done(await callApi(owner, "PUT", `${path}/grant`, { body: { digest: plugin.digest, capabilities: ASKS } }));
  await done(await callApi(owner, "PUT", `${path}/state`, { body: { state: "enabled" } }));
  const { waiting } = await install(owner, { id: plugin.id, version: "2.0.0" });
  return { params, body: { digest: waiting?.digest ?? "" } };
}

/** A new plugin for one example. */
async function withPlugin(owner: Editor): Promise<{ params: { plugin: string }; plugin: PluginView }> {
  const plugin = await install(owner, { id: `acme.${unique("tool")}` });
  return { params: { plugin: plugin.id }, plugin };
}

const aMember = (owner: Editor, role: Role = "viewer"): Promise<string> => invite(owner.site, unique("someone"), role);

/** A valid invitation link. */
async function aLink({ site, identity }: Editor): Promise<string> {
  const id = unique("")
    .replaceAll(/[^0-9a-f]/g, "0")
    .padEnd(64, "0");
  const insert = `INSERT INTO invitation_links (id, tenant_id, site_id, role, maker_id, created_at, expires_at)
    VALUES (?1, ?2, 'main', 'viewer', ?3, ?4, ?4 + 600000)`;
  await db.prepare(insert).bind(id, site.name, identity, Date.now()).run();
  return id;
}

/** Another login of the same member. */
async function aLogin({ site, identity }: Editor): Promise<string> {
  await loginAs(site, identity, Date.now() + 1);
  const newest =
    "SELECT id FROM login_sessions WHERE tenant_id = ? AND identity_id = ? ORDER BY created_at DESC LIMIT 1";
  return (await db.prepare(newest).bind(site.name, identity).first<{ id: string }>())?.id ?? "";
}

const anArchive = async (owner: Editor, kind: "backups" | "exports"): Promise<string> =>
  (await done<{ id: string }>(await callApi(owner, "POST", `/api/${kind}`, { body: {} }))).id;

/** A new file for one example. */
async function aFile(owner: Editor): Promise<string> {
  const file = pngOfBytes(200 + (files += 1));
  return (await done<{ id: string }>(await callApi(owner, "POST", "/api/media", { file }))).id;
}
let files = 0;

/** A new submission for one example. */
async function aSubmission({ site }: Editor): Promise<{ form: string; submission: number }> {
  const fields = { name: "Robin", email: "robin@example.com", message: "Hello" };
  const form = "home.contact";
  const submission = await runInDurableObject(workspaceOf(site.name), (_, { storage: { sql } }) => {
    sql.exec(
      "INSERT OR IGNORE INTO form_totals (site, form, type, title, names, total, unread, last_at) VALUES ('main', ?, 'drawbridge.forms/contact', 'Contact', '[]', 1, 1, 0)",
      form,
    );
    return sql
      .exec<{ number: number }>(
        `INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal)
       VALUES ('main', ?, 'drawbridge.forms/contact', ?, ?, 0, ?, '[]') RETURNING number`,
        form,
        Date.now(),
        inAnHour(),
        JSON.stringify(fields),
      )
      .one().number;
  });
  return { form, submission };
}

/** A letter about a new submission, for one example. */
async function aReader(owner: Editor): Promise<{ reader: string }> {
  const body = { address: `${unique("ben")}@harbour.example` };
  const { id } = await done<{ id: string }>(await callApi(owner, "POST", "/api/readers", { body }));
  return { reader: id };
}

async function aLetter(owner: Editor): Promise<{ letter: string }> {
  const { submission } = await aSubmission(owner);
  const letter = unique("letter");
  await runInDurableObject(workspaceOf(owner.site.name), (_, { storage: { sql } }) => {
    sql.exec(
      `INSERT INTO mail_letters (id, site, kind, source, member, state, attempts, created_at, due_at)
       VALUES (?, 'main', 'form', ?, '', 'kept', 0, 0, 0)`,
      letter,
      String(submission),
    );
  });
  return { letter };
}

const aForm = async (owner: Editor): Promise<{ form: string }> => ({ form: (await aSubmission(owner)).form });

/** A new submission with a file in quarantine. */
async function aHeldFile(owner: Editor): Promise<{ form: string; submission: number; file: number }> {
  const named = await aSubmission(owner);
  const prefix = `${unique("post")}/1`;
  const png = pngOfBytes(200 + (files += 1));
  const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", png)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  await mediaBucket.put(`${owner.site.name}/quarantine/${prefix}/0`, png);
  await runInDurableObject(workspaceOf(owner.site.name), (_, { storage: { sql } }) => {
    sql.exec(
      `INSERT INTO form_files (submission, number, site, field, prefix, name, type, bytes, width, height, digest, parts, media)
       VALUES (?, 1, 'main', 'cv', ?, 'cv.png', 'image/png', ?, 1, 1, ?, 1, NULL)`,
      named.submission,
      prefix,
      png.length,
      digest,
    );
  });
  return { ...named, file: 1 };
}

/** Publishes a new page. */
async function published(owner: Editor): Promise<{ release: number }> {
  await aPage(owner);
  return done(await callApi(owner, "POST", "/api/publish", { ifMatch: await current(owner, "/api/changes") }));
}

async function current(owner: Editor, path: string): Promise<number> {
  const response = await callApi(owner, "GET", path);
  expect(response.status).toBe(200);
  return Number(response.headers.get("etag")?.slice(1, -1));
}

async function body(owner: Editor, kind: string): Promise<unknown> {
  return (await done<{ body: unknown }>(await callApi(owner, "GET", `/api/${kind}`))).body;
}

const replacing =
  (kind: string): Prepare =>
  async (owner) => ({
    ifMatch: await current(owner, `/api/${kind}`),
    body: { body: await body(owner, kind) },
  });

/** The requests for a document that exists once in each site, except reading it. */
const ofDocument = (kind: string): Record<string, Prepare> => ({
  [`GET /api/${kind}/revisions`]: () => ({}),
  [`GET /api/${kind}/revisions/{version}`]: () => ({ params: { version: 1 } }),
  [`POST /api/${kind}/revisions/{version}/restore`]: async (owner) => ({
    params: { version: 1 },
    ifMatch: await current(owner, `/api/${kind}`),
  }),
  [`GET /api/changes/${kind}`]: () => ({}),
  [`DELETE /api/changes/${kind}`]: async (owner) => {
    const ifMatch = await current(owner, `/api/${kind}`);
    await done(await callApi(owner, "PUT", `/api/${kind}`, { ifMatch, body: { body: await body(owner, kind) } }));
    return { ifMatch: ifMatch + 1 };
  },
});

const FIELDS = {
  type: "object",
  properties: { minutes: { type: "number", title: "Minutes" } },
  required: [],
  additionalProperties: false,
};
const TYPES = { types: [{ name: "recipe", title: "Recipe", plural: "Recipes", fields: FIELDS }] };

/** A site has no types before the first write of them. */
async function withTypes(owner: Editor): Promise<void> {
  if ((await current(owner, "/api/types")) > 0) return;
  await done(await callApi(owner, "PUT", "/api/types", { ifMatch: 0, body: { body: TYPES } }));
}

/** The requests for a document that the site may not have yet. */
const afterTypes = (requests: Readonly<Record<string, Prepare>>): Record<string, Prepare> =>
  Object.fromEntries(
    Object.entries(requests).map(([name, prepare]) => [
      name,
      async (owner, asker) => {
        await withTypes(owner);
        return prepare(owner, asker);
      },
    ]),
  );

/** Unfinished text of the asker. */
const unfinishedOf = async (asker: Editor): Promise<Required<Pick<Example, "params" | "ifMatch" | "body">>> => ({
  params: { page: "home" },
  ifMatch: await current(asker, "/api/pages/home/unfinished"),
  body: { base: 1, operations: [{ op: "set", section: "a", fields: {} }] },
});

/** One example for each route. A test reports missing ones. */
export const EXAMPLES: Readonly<Record<string, Prepare>> = {
  "GET /api/site": () => ({}),
  "GET /api/catalogue": () => ({}),
  "GET /api/pages": () => ({}),
  "GET /api/content-types/{owner}/{name}/entries.csv": () => ({
    params: { owner: "drawbridge.journal", name: "article" },
  }),
  "POST /api/pages": () => ({ body: { body: { path: `/${unique("new")}`, title: "New" } } }),
  "GET /api/pages/{page}": () => ({ params: { page: "home" } }),
  "PATCH /api/pages/{page}": (owner) => onHome(owner, { changes: { title: "Changed" } }),
  "POST /api/pages/batch": () => ({
    body: { items: [{ do: "create", body: { path: `/${unique("batched")}`, title: "Batched" } }] },
  }),
  "POST /api/pages/change": async (owner) => ({
    body: { pages: [{ page: await aPage(owner), expected: 1 }], change: { do: "hold" } },
  }),
  "POST /api/pages/back": async (owner) => {
    const page = await aPage(owner);
    const body = { pages: [{ page, expected: 1 }], change: { do: "hold" } };
    await done(await callApi(owner, "POST", "/api/pages/change", { body }));
    return { body: { pages: [{ page, expected: 2, version: 1 }] } };
  },
  "GET /api/page-sources": () => ({}),
  "POST /api/pages/{page}/operations": (owner) =>
    onHome(owner, { operations: [{ op: "page", changes: { title: unique("Edited") } }] }),
  "POST /api/pages/{page}/move": async (owner) => ({
    params: { page: await aPage(owner) },
    ifMatch: 1,
    body: { path: `/${unique("moved")}`, redirect: true },
  }),
  "POST /api/pages/{page}/duplicate": (owner) => onHome(owner, { path: `/${unique("copy")}` }),
  "GET /api/translations": () => ({}),
  "GET /api/member-languages": () => ({}),
  "PUT /api/members/{member}/languages": async (owner) => ({
    params: { member: await aMember(owner) },
    body: { languages: null },
  }),
  "GET /api/pages/{page}/source-changes": () => ({ params: { page: "home" } }),
  "POST /api/pages/{page}/still-right": async (owner) => {
    const path = `/api/pages/${await aPage(owner)}/duplicate`;
    const body = { path: `/${unique("translated")}`, language: "de" };
    const { page } = await done<{ page: string }>(await callApi(owner, "POST", path, { ifMatch: 1, body }));
    return { params: { page }, ifMatch: 1, body: { source: 1 } };
  },
  "POST /api/languages/gather": async (owner) => {
    const { version, body } = await done<{ version: number; body: object }>(
      await callApi(owner, "GET", "/api/settings"),
    );
    const languages = [{ tag: "en", name: "English" }];
    await callApi(owner, "PUT", "/api/settings", { ifMatch: version, body: { body: { ...body, languages } } });
    return { body: { language: "en", redirect: true } };
  },
  "GET /api/pages/{page}/links": () => ({ params: { page: "home" } }),
  "GET /api/link-targets": () => ({}),
  "GET /api/members/names": () => ({}),
  "GET /api/presence": () => ({}),
  "GET /api/unfinished": () => ({}),
  "GET /api/saved-filters": () => ({}),
  "POST /api/saved-filters": () => ({
    body: { list: "pages", name: unique("Filter"), query: "state=new", shared: false },
  }),
  "DELETE /api/saved-filters/{filter}": async (_, asker) => {
    const body = { list: "pages", name: unique("Filter"), query: "", shared: false };
    const { filter } = await done<{ filter: string }>(await callApi(asker, "POST", "/api/saved-filters", { body }));
    return { params: { filter } };
  },
  "PUT /api/list-columns": () => ({ body: { list: "pages", columns: null } }),
  "GET /api/pages/{page}/unfinished": () => ({ params: { page: "home" } }),
  "PUT /api/pages/{page}/unfinished": (_, asker) => unfinishedOf(asker),
  "DELETE /api/pages/{page}/unfinished": async (_, asker) => {
    const { params, ifMatch, body } = await unfinishedOf(asker);
    const path = "/api/pages/home/unfinished";
    const { version } = await done<{ version: number }>(await callApi(asker, "PUT", path, { ifMatch, body }));
    return { params, ifMatch: version };
  },
  "POST /api/pages/search": () => ({ body: { text: "a" } }),
  "POST /api/pages/{page}/preview": () => ({
    params: { page: "home" },
    body: { sections: [textSection("looked-at")] },
  }),
  "GET /api/actions": () => ({}),
  "POST /api/plugins/{plugin}/actions/{action}": async (owner) => ({
    params: await withAction(owner),
    body: { target: { page: await aPage(owner) }, version: 1 },
  }),
  "POST /api/plugins/{plugin}/actions/{action}/cancel": async (owner) => ({ params: await withAction(owner) }),
  "DELETE /api/pages/{page}": async (owner) => ({ params: { page: await aPage(owner) }, ifMatch: 1 }),
  "GET /api/pages/{page}/revisions": () => ({ params: { page: "home" } }),
  "GET /api/pages/{page}/revisions/{version}": () => ({ params: { page: "home", version: 1 } }),
  "POST /api/pages/{page}/revisions/{version}/restore": async (owner) => {
    const { ifMatch } = await withSection(owner);
    return { params: { page: "home", version: 1 }, ifMatch, body: {} };
  },
  "POST /api/pages/{page}/sections": (owner) => onHome(owner, { section: textSection(unique("added")) }),
  "PATCH /api/pages/{page}/sections/{section}": (owner) => onSection(owner, { fields: { body: "Other" } }),
  "PUT /api/pages/{page}/sections/{section}/variant": (owner) => onSection(owner, { variant: null }),
  "POST /api/pages/{page}/structure": async (owner) => {
    const { section, ifMatch } = await withSection(owner);
    return { params: { page: "home" }, ifMatch, body: { operations: [{ op: "duplicate", section }] } };
  },
  "GET /api/navigation": () => ({}),
  "PUT /api/navigation": replacing("navigation"),
  "GET /api/redirects": () => ({}),
  "PUT /api/redirects": replacing("redirects"),
  "GET /api/redirects/missed": () => ({}),
  "GET /api/visits": () => ({}),
  "GET /api/visits.csv": () => ({}),
  "GET /api/redirects/rules": () => ({ query: "?text=old" }),
  "PATCH /api/redirects": async (owner) => ({
    ifMatch: await current(owner, "/api/redirects"),
    body: { put: [{ redirect: { from: "/once", to: "/", status: 301 } }] },
  }),
  "GET /api/theme": () => ({}),
  "PUT /api/theme": replacing("theme"),
  "GET /api/settings": () => ({}),
  "PUT /api/settings": replacing("settings"),
  ...Object.assign({}, ...["navigation", "redirects", "theme", "settings"].map(ofDocument)),
  ...afterTypes({ "GET /api/types": () => ({}), "PUT /api/types": replacing("types"), ...ofDocument("types") }),
  "GET /api/changes": () => ({}),
  "POST /api/publication": () => ({ body: {} }),
  "GET /api/changes/pages/{page}": () => ({ params: { page: "home" } }),
  "DELETE /api/changes/pages/{page}": async (owner) => ({ params: { page: await aPage(owner) }, ifMatch: 1 }),
  "POST /api/publish": async (owner) => ({ ifMatch: await current(owner, "/api/changes") }),
  "GET /api/releases": () => ({}),
  "POST /api/releases/{release}/restore": () => ({ params: { release: 1 } }),
  "DELETE /api/releases/{release}": async (owner) => {
    const { release } = await published(owner);
    await published(owner);
    return { params: { release } };
  },
  "GET /api/schedules": () => ({}),
  "POST /api/schedules": () => ({ body: { at: inAnHour() } }),
  "GET /api/calendar": () => ({}),
  "PATCH /api/schedules/{schedule}": async (owner) => {
    const { schedule } = await done<Scheduled>(
      await callApi(owner, "POST", "/api/schedules", { body: { at: inAnHour() } }),
    );
    return { params: { schedule }, body: { at: inAnHour() + 1 } };
  },
  "DELETE /api/schedules/{schedule}": async (owner) => {
    const { schedule } = await done<Scheduled>(
      await callApi(owner, "POST", "/api/schedules", { body: { at: inAnHour() } }),
    );
    return { params: { schedule } };
  },
  "GET /api/review": () => ({}),
  "PUT /api/review": () => ({ body: { review: null } }),
  "GET /api/requests": () => ({}),
  "POST /api/requests": async (owner) => {
    await aPage(owner);
    return { body: { words: "A new page" } };
  },
  "GET /api/requests/{request}": async (owner) => ({ params: await aRequest(owner) }),
  "POST /api/requests/{request}/approve": async (owner) => ({ params: await aRequest(owner), body: {} }),
  "POST /api/requests/{request}/return": async (owner) => ({ params: await aRequest(owner), body: { words: "No" } }),
  "POST /api/requests/{request}/withdraw": async (_, asker) => ({ params: await aRequest(asker) }),
  "GET /api/remarks": () => ({}),
  "POST /api/remarks": () => ({ body: { page: "home", words: "Shorter" } }),
  "POST /api/remarks/{remark}/answers": async (_, asker) => ({
    params: await aRemark(asker),
    body: { words: "Done" },
  }),
  "PUT /api/remarks/{remark}": async (_, asker) => ({ params: await aRemark(asker), body: { resolved: true } }),
  "DELETE /api/remarks/{remark}": async (_, asker) => ({ params: await aRemark(asker) }),
  "GET /api/share-links": () => ({}),
  "POST /api/share-links": () => ({ body: { name: "A client", pages: ["about"], days: 7 } }),
  "DELETE /api/share-links/{link}": async (owner) => {
    const body = { name: "A client", days: 7 };
    const { id } = await done<{ id: string }>(await callApi(owner, "POST", "/api/share-links", { body }));
    return { params: { link: id } };
  },
  "GET /api/media": () => ({}),
  "GET /api/galleries": () => ({}),
  "POST /api/media": () => ({ file: PNG }),
  "GET /api/media/{media}": async (owner) => ({ params: { media: await aFile(owner) } }),
  "PATCH /api/media/{media}": async (owner) => ({
    params: { media: await aFile(owner) },
    ifMatch: 1,
    body: { changes: { alt: "A square" } },
  }),
  "PUT /api/media/{media}/audience": async (owner) => ({
    params: { media: await aFile(owner) },
    ifMatch: 1,
    body: { audience: ["readers"] },
  }),
  "POST /api/media/{media}/replacement": async (owner) => ({
    params: { media: await aFile(owner) },
    ifMatch: 1,
    body: { by: await aFile(owner) },
  }),
  "DELETE /api/media/{media}": async (owner) => ({ params: { media: await aFile(owner) }, ifMatch: 1 }),
  "GET /api/mail": () => ({}),
  "GET /api/mail/letters/{letter}": async (owner) => ({ params: await aLetter(owner) }),
  "PUT /api/mail/address": () => ({ body: { address: `${unique("ann")}@harbour.example` } }),
  "DELETE /api/mail/address": () => ({}),
  "POST /api/mail/address/proof": () => ({ body: { code: "0" } }),
  "POST /api/mail/invitations": (owner) => ({
    body: { address: "ann@harbour.example", link: `${owner.site.origin}/_editor/join#${"s".repeat(43)}` },
  }),
  "POST /api/mail/share-links": (owner) => ({
    body: { address: "ann@harbour.example", link: `${owner.site.origin}/_draft/${"5".repeat(36)}` },
  }),
  "GET /api/readers": () => ({}),
  "POST /api/readers": () => ({ body: { address: `${unique("ann")}@harbour.example`, groups: ["paid"] } }),
  "PATCH /api/readers/{reader}": async (owner) => ({ params: await aReader(owner), body: { groups: ["press"] } }),
  "DELETE /api/readers/{reader}": async (owner) => ({ params: await aReader(owner) }),
  "PUT /api/mail/choices": () => ({ body: { form: null, wanted: true } }),
  "GET /api/forms": () => ({}),
  "GET /api/forms/{form}/submissions": async (owner) => ({ params: await aForm(owner) }),
  "POST /api/forms/{form}/submissions/search": async (owner) => ({
    params: await aForm(owner),
    body: { text: "ferry" },
  }),
  "GET /api/forms/{form}/submissions.csv": async (owner) => ({ params: await aForm(owner) }),
  "PATCH /api/forms/{form}/submissions/{submission}": async (owner) => ({
    params: await aSubmission(owner),
    body: { read: true },
  }),
  "DELETE /api/forms/{form}/submissions/{submission}": async (owner) => ({ params: await aSubmission(owner) }),
  "GET /api/forms/{form}/submissions/{submission}/files/{file}": async (owner) => ({ params: await aHeldFile(owner) }),
  "POST /api/forms/{form}/submissions/{submission}/files/{file}/accept": async (owner) => ({
    params: await aHeldFile(owner),
  }),
  "DELETE /api/forms/{form}/submissions/{submission}/files/{file}": async (owner) => ({
    params: await aHeldFile(owner),
  }),
  "GET /api/members": () => ({}),
  "POST /api/members/invitations": () => ({
    body: { issuer: "https://login.example", subject: unique("guest"), role: "viewer" },
  }),
  "GET /api/members/invitation-links": () => ({}),
  "POST /api/members/invitation-links": () => ({ body: { role: "viewer" } }),
  "DELETE /api/members/invitation-links/{link}": async (owner) => ({ params: { link: await aLink(owner) } }),
  "PATCH /api/members/{member}": async (owner) => ({
    params: { member: await aMember(owner) },
    body: { role: "author" },
  }),
  "DELETE /api/members/{member}": async (owner) => ({ params: { member: await aMember(owner) } }),
  "DELETE /api/members/{member}/logins": async (owner) => ({ params: { member: await aMember(owner) } }),
  "GET /api/logins": () => ({}),
  "DELETE /api/logins/{login}": async (_, asker) => ({ params: { login: await aLogin(asker) } }),
  "GET /api/agents": () => ({}),
  "DELETE /api/agents/{agent}": async (_, { site, identity }) => ({ params: { agent: await anAgent(site, identity) } }),
  "GET /api/members/agents": () => ({}),
  "DELETE /api/members/agents/{agent}": async (owner) => ({
    params: { agent: await anAgent(owner.site, await aMember(owner)) },
  }),
  "GET /api/domains": () => ({}),
  "POST /api/domains": () => ({ body: { hostname: `${unique("asked")}.example` } }),
  "GET /api/audit": () => ({}),
  "GET /api/backups": () => ({}),
  "POST /api/backups": () => ({ body: {} }),
  "POST /api/backups/{backup}/verify": async (owner) => ({ params: { backup: await anArchive(owner, "backups") } }),
  "DELETE /api/backups/{backup}": async (owner) => ({ params: { backup: await anArchive(owner, "backups") } }),
  "POST /api/exports": () => ({ body: { includeSubmissions: true } }),
  "GET /api/exports/{export}": async (owner) => ({ params: { export: await anArchive(owner, "exports") } }),
  "GET /api/plugins": () => ({}),
  "POST /api/plugins": async () => ({ body: await aPackage({ id: `acme.${unique("tool")}` }) }),
  "GET /api/plugin-indexes": () => ({}),
  "GET /api/plugin-indexes/{index}/plugins/{plugin}": async () => ({ params: await aListedPlugin() }),
  "POST /api/plugin-indexes/{index}/plugins/{plugin}": async () => ({ params: await aListedPlugin() }),
  "GET /api/plugin-pages": () => ({}),
  "GET /api/plugin-pages/{plugin}/{page}": async (owner) => ({ params: await withPluginPage(owner) }),
  "POST /api/plugin-pages/{plugin}/{page}/search": async (owner) => ({
    params: await withPluginPage(owner),
    body: { text: "words" },
  }),
  "GET /api/plugin-pages/{plugin}/{page}/entries.csv": async (owner) => ({ params: await withPluginPage(owner) }),
  "GET /api/plugins/{plugin}": (owner) => withPlugin(owner),
  "DELETE /api/plugins/{plugin}": (owner) => withPlugin(owner),
  "PUT /api/plugins/{plugin}/grant": async (owner) => {
    const { params, plugin } = await withPlugin(owner);
    return { params, body: { digest: plugin.digest, capabilities: ASKS } };
  },
  "PUT /api/plugins/{plugin}/map": async (owner) => {
    const { params, plugin } = await withPlugin(owner);
    return { params, body: { digest: plugin.digest, sources: ["main.ts"], mappings: "AAAA" } };
  },
  "DELETE /api/plugins/{plugin}/grant": (owner) => withPlugin(owner),
  "PUT /api/plugins/{plugin}/updates": async (owner) => ({ ...(await withPlugin(owner)), body: { rule: "patch" } }),
  "PUT /api/plugin-updates": () => ({ body: { rule: "minor" } }),
  "POST /api/plugins/{plugin}/discard": (owner) => withWaiting(owner),
  "PUT /api/plugins/{plugin}/state": async (owner) => ({ ...(await withPlugin(owner)), body: { state: "enabled" } }),
  "GET /api/plugins/{plugin}/invocations": (owner) => withPlugin(owner),
  "GET /api/plugins/{plugin}/settings": (owner) => withPlugin(owner),
  "PUT /api/plugins/{plugin}/settings": async (owner) => ({
    ...(await withPlugin(owner)),
    ifMatch: 0,
    body: { values: { label: "Hi", token: "a secret" } },
  }),
};

export const addressOf = (path: string, params: Example["params"] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `no-${name}`));

/** The request of an example. */
export const sentOf = ({ body, file, ifMatch }: Example, more: Sent = {}): Sent => ({
  ...(body === undefined ? {} : { body }),
  ...(file === undefined ? {} : { file }),
  ...(ifMatch === undefined ? {} : { ifMatch }),
  ...more,
});
