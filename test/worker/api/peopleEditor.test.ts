import { beforeAll, describe, expect, test } from "vitest";
import { AREAS } from "../../../sites/editor/pages/bar/areas.ts";
import { SENDER_HEADER } from "../../../sites/requests/senderHeader.ts";
import { START } from "../../../sites/editor/pages/desk/area.ts";
import { ISSUER } from "../auth/siteLogins.ts";
import { migrate } from "../site/harness.ts";
import { agentsLeft, anAgent } from "./agentGrants.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";
import { englishLeft } from "./englishLeft.ts";
import { formOf, open, pageOf, submit } from "./editorBrowser.ts";

beforeAll(migrate);

const PEOPLE = `${START}/people`;
const AGENTS = `${PEOPLE}/agents`;
const ACCOUNT = `${START}/account`;
const at = ({ identity }: Pick<Editor, "identity">): string => `${PEOPLE}/${identity}`;
const to = (response: Response): string => response.headers.get("location") ?? "";

interface Listed {
  readonly items: readonly { readonly id: string; readonly name: string | null; readonly role: string }[];
}
const members = async (owner: Editor): Promise<Listed["items"]> =>
  (await done<Listed>(await callApi(owner, "GET", "/api/members"))).items;
const roleOf = async (owner: Editor, { identity }: Editor): Promise<string | undefined> =>
  (await members(owner)).find(({ id }) => id === identity)?.role;

async function press(who: Editor, path: string, name: string, fields: Record<string, string> = {}): Promise<Response> {
  return submit(who, path, { ...formOf(await pageOf(who, path), name), ...fields });
}

describe("the members, without a script", () => {
  test("are invited with the two lines of their receipt, and listed with their roles", async () => {
    const owner = await anEditor();
    const fields = { issuer: "https://login.example", subject: "person-7", name: "Vela <b>", role: "author" };
    expect(to(await press(owner, PEOPLE, "invite", fields))).toBe(`${PEOPLE}?done=invited`);
    expect((await members(owner)).map(({ name, role }) => [name, role])).toContainEqual(["Vela <b>", "author"]);
    const html = await pageOf(owner, PEOPLE);
    expect([html.includes("Vela &lt;b&gt;"), html.includes("Vela <b>")]).toEqual([true, false]);
    const wrong = await press(owner, PEOPLE, "invite", { ...fields, issuer: "login.example" });
    expect([wrong.status, formOf(await wrong.text(), "invite")["subject"]]).toEqual([400, "person-7"]);
  });

  test("are invited by the code of their receipt alone, at the login of this site", async () => {
    const owner = await anEditor();
    const fields = { issuer: "", subject: "person-8", name: "Vela", role: "author" };
    expect(to(await press(owner, PEOPLE, "invite", fields))).toBe(`${PEOPLE}?done=invited`);
    const invited = (await members(owner)).find(({ name }) => name === "Vela");
    expect(await pageOf(owner, `${PEOPLE}/${invited?.id}`)).toContain(ISSUER);
    const again = await press(owner, PEOPLE, "invite", { ...fields, issuer: ISSUER });
    expect(again.status).toBe(409);
  });

  test("are invited by a link, which the page says once and lists without its secret", async () => {
    const owner = await anEditor();
    const fields = { ...formOf(await pageOf(owner, PEOPLE), "link"), name: "Vela <b>", role: "editor", days: "3" };
    const made = await submit(owner, PEOPLE, fields);
    const html = await made.text();
    const address = /id="made-link" readonly value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect([made.status, address]).toEqual([200, expect.stringMatching(/\/_editor\/join#[\w-]{43}$/)]);
    expect(made.headers.get("cache-control")).toBe("private, no-store");
    const again = await (await submit(owner, PEOPLE, fields)).text();
    const list = await pageOf(owner, PEOPLE);
    const secret = address.split("#")[1] ?? "";
    expect([again.includes("This link was made before"), again.includes(secret), list.includes(secret)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([list.includes("Vela &lt;b&gt;"), list.includes("Vela <b>")]).toEqual([true, false]);
    expect(to(await press(owner, PEOPLE, "unlink"))).toBe(`${PEOPLE}?done=unlinked`);
    expect(await pageOf(owner, PEOPLE)).toContain("Taken back");
    const wrong = await submit(owner, PEOPLE, { ...fields, key: crypto.randomUUID(), days: "31" });
    expect(wrong.status).toBe(400);
  });

  test("are invited as owners by owners alone, who alone take such a link back", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    const fields = { ...formOf(await pageOf(admin, PEOPLE), "link"), role: "owner" };
    expect((await submit(admin, PEOPLE, fields)).status).toBe(403);
    await submit(owner, PEOPLE, { ...fields, key: crypto.randomUUID() });
    expect(await pageOf(admin, PEOPLE)).not.toContain('data-form="unlink"');
    expect(await pageOf(owner, PEOPLE)).toContain('data-form="unlink"');
  });

  test("are said by their role where nobody has named them, and by what they were when they are gone", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const page = { path: "/by-an-author", title: "By an author", sections: [] };
    await done(await callApi(author, "POST", "/api/pages", { body: { body: page } }));
    const list = `${START}/pages?text=by-an-author`;
    expect(await pageOf(owner, list)).toContain("an author");
    expect((await callApi(owner, "DELETE", `/api/members/${author.identity}`)).status).toBe(200);
    expect(await pageOf(owner, list)).toContain("a former member");
  });

  test("get another role, lose their logins, and are removed after a question", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const agent = await anAgent(owner.site, author.identity);
    expect(to(await press(owner, at(author), "role", { role: "editor" }))).toBe(`${at(author)}?done=changed`);
    expect(await roleOf(owner, author)).toBe("editor");
    expect(to(await press(owner, at(author), "logout"))).toBe(`${at(author)}?done=ended`);
    expect([(await callApi(author, "GET", "/api/site")).status, await agentsLeft([agent])]).toEqual([401, []]);
    const asked = await press(owner, at(author), "remove");
    expect([asked.status, await roleOf(owner, author)]).toEqual([409, "editor"]);
    expect(to(await submit(owner, at(author), formOf(await asked.text(), "remove")))).toBe(`${PEOPLE}?done=removed`);
    expect([await roleOf(owner, author), (await open(owner, at(author))).status]).toEqual([undefined, 404]);
  });

  test("who own the site are changed by owners only, and the last one stays", async () => {
    const owner = await anEditor();
    const admin = await memberOf(owner.site, "admin");
    const html = await pageOf(admin, at(owner));
    expect([html.includes("data-form="), html.includes("Only an owner can change")]).toEqual([false, true]);
    expect(await pageOf(admin, PEOPLE)).not.toContain('<option value="owner"');
    const form = { ...formOf(await pageOf(owner, at(owner)), "role"), role: "viewer" };
    expect((await submit(admin, at(owner), { ...form, key: crypto.randomUUID() })).status).toBe(403);
    expect((await submit(owner, at(owner), form)).status).toBe(409);
    expect(await roleOf(owner, owner)).toBe("owner");
  });
});

describe("the agents of members, without a script", () => {
  test("are listed with what they may do and for whom, and ended", async () => {
    const owner = await anEditor();
    const author = await memberOf(owner.site, "author");
    const [theirs, own] = [await anAgent(owner.site, author.identity), await anAgent(owner.site, owner.identity)];
    const html = await pageOf(owner, AGENTS);
    expect(html).toContain("May read the site and its draft, change the draft");
    expect(html).toContain("https://client.example/about");
    expect(html.match(/data-form="agent"/g)).toHaveLength(2);
    const admin = await memberOf(owner.site, "admin");
    expect((await pageOf(admin, AGENTS)).match(/data-form="agent"/g)).toHaveLength(1);
    const form = { ...formOf(html, "agent"), key: crypto.randomUUID() };
    expect((await submit(admin, AGENTS, { ...form, agent: own })).status).toBe(403);
    expect(to(await submit(owner, AGENTS, { ...form, key: crypto.randomUUID(), agent: theirs }))).toBe(
      `${AGENTS}?done=stopped`,
    );
    expect(await agentsLeft([theirs, own])).toEqual([own]);
  });
});

describe("one's own logins and agents, without a script", () => {
  test.each(["viewer", "author", "owner"] as const)("are seen and ended by who is %s", async (role) => {
    const owner = await anEditor();
    const self = role === "owner" ? owner : await memberOf(owner.site, role);
    const agent = await anAgent(owner.site, self.identity);
    expect(to(await press(self, ACCOUNT, "agent"))).toBe(`${ACCOUNT}?done=stopped`);
    expect(await agentsLeft([agent])).toEqual([]);
    const html = await pageOf(self, ACCOUNT);
    expect(html).toContain("This one");
    await submit(self, ACCOUNT, formOf(html, "login"));
    expect((await callApi(self, "GET", "/api/site")).status).toBe(401);
  });

  test("are nobody else's to end", async () => {
    const owner = await anEditor();
    const viewer = await memberOf(owner.site, "viewer");
    const agent = await anAgent(owner.site, owner.identity);
    const login = formOf(await pageOf(owner, ACCOUNT), "login");
    expect((await submit(viewer, ACCOUNT, { ...login, key: crypto.randomUUID() })).status).toBe(404);
    const end = { do: "agent", key: crypto.randomUUID(), agent };
    expect((await submit(viewer, ACCOUNT, end)).status).toBe(404);
    expect([(await callApi(owner, "GET", "/api/site")).status, await agentsLeft([agent])]).toEqual([200, [agent]]);
  });
});

test("an editor sees no members, and is refused there", async () => {
  const owner = await anEditor();
  const form = formOf(await pageOf(owner, PEOPLE), "invite");
  const editor = await memberOf(owner.site, "editor");
  for (const path of [PEOPLE, AGENTS, at(owner)]) expect((await open(editor, path)).status).toBe(403);
  expect((await submit(editor, PEOPLE, form)).status).toBe(403);
  expect(await pageOf(editor, ACCOUNT)).not.toContain(`href="${PEOPLE}"`);
});

describe("the language of the editor", () => {
  const titleOf = (html: string): string | undefined =>
    /<html lang="(\w+)".*?<h1>([^<]*)/s.exec(html)?.slice(1).join(" ");
  const asked = async (who: Editor, headers: Record<string, string>): Promise<string | undefined> =>
    titleOf(await (await open(who, ACCOUNT, headers)).text());

  test("is the browser's, until its member chooses another, and the browser's again", async () => {
    const owner = await anEditor();
    expect(await asked(owner, { "accept-language": "de-AT, en;q=0.5" })).toBe("de Ihr Konto");
    const chosen = await submit(owner, ACCOUNT, { do: "language", language: "de" });
    const [cookie = ""] = (chosen.headers.get("set-cookie") ?? "").split(";");
    expect([to(chosen), chosen.headers.get("set-cookie")]).toEqual([
      `${ACCOUNT}?done=language`,
      expect.stringMatching(/^__Host-svc_language=de; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=\d+$/),
    ]);
    const german = { ...owner, cookie: `${owner.cookie}; ${cookie}` };
    expect(await asked(german, { "accept-language": "en" })).toBe("de Ihr Konto");
    const back = await submit(german, ACCOUNT, { do: "language", language: "" });
    expect(back.headers.get("set-cookie")).toContain("__Host-svc_language=;");
    expect(await asked(owner, {})).toBe("en Your account");
  });

  test("is each request's own, however many are answered at once", async () => {
    const owner = await anEditor();
    const languages = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? "de" : "en"));
    const titles = await Promise.all(languages.map((language) => asked(owner, { "accept-language": language })));
    expect(titles).toEqual(languages.map((language) => (language === "de" ? "de Ihr Konto" : "en Your account")));
  });

  test("is none that there is not, and no other site's page sets it", async () => {
    const owner = await anEditor();
    const refused = await submit(owner, ACCOUNT, { do: "language", language: "tlh" });
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([400, null]);
    const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    const forged = await submit(owner, ACCOUNT, { do: "language", language: "de" }, foreign);
    expect([forged.status, forged.headers.get("set-cookie")]).toEqual([403, null]);
  });

  const QUESTIONS = ["?text=nothing", "?done=saved"];
  const linksIn = (html: string): string[] =>
    [...html.matchAll(/href="(\/_editor\/[^"#]*)"/g)].map(([, path = ""]) => path.replaceAll("&amp;", "&"));
  /** Groups pages by kind, because pages of one kind differ only in their subject. */
  const kindOf = (path: string): string =>
    path.replace(/(\/(?:pages|media|plugins|releases|people)\/)[^/?]+/, "$1").replaceAll(/=[^&]*/g, "");

  test("is the only one on any page, and each page says so", async () => {
    const owner = await anEditor();
    const first = AREAS.flatMap(({ area }) => [area.path, ...QUESTIONS.map((question) => area.path + question)]);
    const left = [...first, `${START}/nowhere`];
    const kinds = new Set<string>();
    const faults: string[] = [];
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      if (kinds.has(kindOf(path)) || /\/(?:assets|canvas)\//.test(path)) continue;
      kinds.add(kindOf(path));
      const response = await open(owner, path, { "accept-language": "de" });
      left.push(...[to(response)].filter((place) => place !== ""));
      if (response.headers.has("content-disposition") || to(response) !== "") continue;
      const html = await response.text();
      if (!/<html lang="de" dir="ltr"(?: translate="no")?>/.test(html)) faults.push(`${path} is in another language`);
      faults.push(...englishLeft(html).map((text) => `${path} says “${text}”`));
      left.push(...linksIn(html));
    }
    expect(faults).toEqual([]);
    expect(kinds.size).toBeGreaterThan(40);
    expect(englishLeft(await pageOf(owner, ACCOUNT))).toContain("Your account");
  });

  test("is that of the refusals which the editor's own script shows", async () => {
    const owner = await anEditor();
    const sent = (headers: Record<string, string>) =>
      callApi(owner, "POST", "/api/pages", {
        body: { id: "x", body: { path: "Nonsense", title: "T", sections: [] } },
        headers,
      });
    const german = { "accept-language": "de", [SENDER_HEADER]: owner.identity };
    const said = (await (await sent(german)).json()) as { title: string; code: string; issues: unknown[] };
    expect([said.code, said.title]).toEqual(["INVALID_REQUEST", "Etwas in diesem Formular muss berichtigt werden."]);
    expect(said.issues).toContainEqual(
      expect.objectContaining({ found: 'der Text "Nonsense"', allowed: "ein Pfad wie /leistungen/daecher" }),
    );
    const program = (await (await sent({ "accept-language": "de" })).json()) as { issues: unknown[] };
    expect(program.issues).toContainEqual(
      expect.objectContaining({ found: 'the text "Nonsense"', allowed: "a path such as /services/roofs" }),
    );
  });
});
