import { beforeAll, describe, expect, test } from "vitest";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import { aSite, db, migrate, unique, workspaceOf } from "../site/harness.ts";
import { EXAMPLES, addressOf, sentOf } from "./examples.ts";
import {
  type Editor,
  WRITES,
  anEditor,
  callApi,
  codeOf,
  done,
  memberOf,
  nameOf,
  ownerOfSite,
  refused,
  textSection,
} from "./apiClient.ts";

beforeAll(migrate);

interface PageRead {
  readonly version: number;
  readonly body: { readonly sections: readonly { readonly id: string }[] };
}

const read = async (editor: Editor): Promise<PageRead> =>
  done<PageRead>(await callApi(editor, "GET", "/api/pages/home"));

/** Adds a section. Repeats with the version that the refusal names if another member was faster. */
async function addUntilDone(editor: Editor, id: string, codes: Set<string>): Promise<void> {
  let { version } = await read(editor);
  for (;;) {
    const body = { section: textSection(id) };
    const response = await callApi(editor, "POST", "/api/pages/home/sections", { ifMatch: version, body });
    if (response.ok) return void codes.add(String(response.status));
    const { code, current } = await refused(response);
    codes.add(code);
    if (code !== "STALE_VERSION") throw new Error(code);
    version = Number(current);
  }
}

describe("fifty editors of one page at once", () => {
  test("lose no change and hear nothing worse than that somebody was faster", { timeout: 60_000 }, async () => {
    const site = await aSite("crowd");
    const [owner, codes] = [await ownerOfSite(site), new Set<string>()];
    const editors = await Promise.all(Array.from({ length: 50 }, () => memberOf(site, "author")));
    await Promise.all(editors.map((editor, index) => addUntilDone(editor, `by-${index}`, codes)));
    const { version, body } = await read(owner);
    expect(version).toBe(51);
    expect(body.sections.map(({ id }) => id).toSorted()).toEqual(editors.map((_, index) => `by-${index}`).toSorted());
    expect([...codes].toSorted()).toEqual(["201", "STALE_VERSION"]);
  });
});

/** Commands about people and hostnames, which change the control plane. A member's languages stand in the workspace. */
const CONTROL = WRITES.filter(
  ({ command }) =>
    command !== "member.languages" && ["member", "domain", "login", "agent"].includes(command?.split(".")[0] ?? ""),
);
const CONTENT = WRITES.filter((route) => !CONTROL.includes(route));

/** A database that commits writing batches and then fails. */
function losingDatabase(): D1Database {
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "batch") return member.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        if (statements.length > 2) throw new Error("connection lost");
        return results;
      };
    },
  });
}

/** A workspace that executes a command and then fails. */
const losingWorkspace = ({ site }: Editor): Pick<Env, "TENANT_WORKSPACE"> => {
  const stub = workspaceOf(site.name);
  const execute = async (...args: Parameters<typeof stub.execute>): Promise<never> => {
    await stub.execute(...args);
    throw new Error("the object died");
  };
  // Only the command's own request fails.
  const losing = new Proxy(stub, { get: (target, name) => (name === "execute" ? execute : Reflect.get(target, name)) });
  return { TENANT_WORKSPACE: { idFromName: () => "", get: () => losing } as unknown as Env["TENANT_WORKSPACE"] };
};

describe("an answer that is lost after the change was made", () => {
  /** The owner of one site for all routes, none of which takes what another needs. A site costs more than most requests. */
  let editor: Editor;
  beforeAll(async () => {
    editor = await anEditor();
  });

  test.each([...CONTROL, ...CONTENT].map((route) => [nameOf(route), route] as const))(
    "%s is given when it is asked for again",
    async (name, route) => {
      const example = (await EXAMPLES[name]?.(editor, editor)) ?? {};
      const key = unique("lost-answer");
      const request = (swap = {}) =>
        callApi(editor, route.method, addressOf(route.path, example.params), sentOf(example, { key, swap }));
      const swap = CONTROL.includes(route) ? { DB: losingDatabase() } : losingWorkspace(editor);
      expect(await codeOf(await request(swap))).toBe("INTERNAL");
      const again = await request();
      expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([route.status, "true"]);
      await done(again, route);
    },
  );
});
