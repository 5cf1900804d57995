/** The routes that a member who is limited to languages may use at pages of others, and requests that reach those. */
import { type Editor, callApi, done } from "./apiClient.ts";
import type { Example } from "./examples.ts";

const OWN_ACCOUNT = "It concerns the member's own account.";
const OWN_TEXT = "Nobody but its writer sees unfinished text.";
const OWN_LISTS = "It changes what a list of the editor shows to a member, and nothing in the draft.";
const ASKS = "It stores nothing.";

/** Each route that such a member may use, with the reason. The list contains every route that is no GET. */
export const MAY_IN_OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  "POST /api/media": "A new file is in no page yet.",
  "PUT /api/pages/{page}/unfinished": OWN_TEXT,
  "DELETE /api/pages/{page}/unfinished": OWN_TEXT,
  "POST /api/saved-filters": OWN_LISTS,
  "DELETE /api/saved-filters/{filter}": OWN_LISTS,
  "PUT /api/list-columns": OWN_LISTS,
  "PUT /api/mail/address": OWN_ACCOUNT,
  "DELETE /api/mail/address": OWN_ACCOUNT,
  "POST /api/mail/address/proof": OWN_ACCOUNT,
  "PUT /api/mail/choices": OWN_ACCOUNT,
  "DELETE /api/logins/{login}": OWN_ACCOUNT,
  "DELETE /api/agents/{agent}": OWN_ACCOUNT,
  "POST /api/pages/{page}/preview": ASKS,
  "POST /api/pages/search": ASKS,
  "POST /api/publication": ASKS,
  "POST /api/forms/{form}/submissions/search": ASKS,
  "POST /api/plugin-pages/{plugin}/{page}/search": ASKS,
  "POST /api/plugins/{plugin}/actions/{action}": "It proposes, and the member applies the proposal by another route.",
  "POST /api/plugins/{plugin}/actions/{action}/cancel": ASKS,
};

const OTHER = {
  navigation: { menus: { header: [{ label: "Home", link: "page:home" }], footer: [] } },
  redirects: { entries: [{ from: "/old", to: "/about", status: 301 }] },
} as const;

const REACHING = /^(PUT|POST|DELETE) \/api\/(?:changes\/)?(navigation|redirects)(?:\/|$)/;

interface Read {
  readonly version: number;
  readonly body: object;
}

const read = async (owner: Editor, path: string): Promise<Read> => done<Read>(await callApi(owner, "GET", path));

async function put(owner: Editor, kind: string, change: (body: object) => object): Promise<number> {
  const path = `/api/${kind}`;
  const { version, body } = await read(owner, path);
  await done(await callApi(owner, "PUT", path, { ifMatch: version, body: { body: change(body) } }));
  return version + 1;
}

/** A German page that is no longer below the prefix of German. */
async function movedGerman(owner: Editor): Promise<Example> {
  const withPrefix = (prefix: string) => (body: object) => ({
    ...body,
    languages: [
      { tag: "en", name: "English" },
      { tag: "de", name: "Deutsch", prefix },
    ],
  });
  await put(owner, "settings", withPrefix("/de"));
  const body = { path: "/de/seite", title: "Seite", language: "de" };
  await done(await callApi(owner, "POST", "/api/pages", { body: { body } }));
  await put(owner, "settings", withPrefix("/deutsch"));
  return { body: { language: "de", redirect: true } };
}

/**
 * A request that reaches another language, where the example of the route writes everything as it is. Undefined for
 * other routes.
 */
export async function reachingOtherLanguages(route: string, owner: Editor): Promise<Example | undefined> {
  if (route === "POST /api/languages/gather") return movedGerman(owner);
  const [, method, kind] = REACHING.exec(route) ?? [];
  if (kind !== "navigation" && kind !== "redirects") return undefined;
  if (method === "PUT") return { ifMatch: (await read(owner, `/api/${kind}`)).version, body: { body: OTHER[kind] } };
  return { ifMatch: await put(owner, kind, () => OTHER[kind]) };
}
