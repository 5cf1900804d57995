import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { MCP_TEXT_MAX_CHARS, TOOL_LIST_MAX_CHARS } from "../../../manifests/bounds/agents.ts";
import { REFUSALS_AUDITED } from "../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { refusedAnswer } from "../../../runtime/commands/answer.ts";
import type { Env } from "../../../sites/workers/private-mcp/bindings/env.ts";
import {
  aPicture,
  aSite,
  askAgent,
  db,
  fetchWorker,
  key,
  listed,
  migrate,
  ORIGIN,
  send,
  tokensFor,
  tool,
  toolNames,
  type TestSite,
} from "./agentClient.ts";

let site: TestSite;
let token: string;

beforeAll(async () => {
  await migrate();
  site = await aSite("tools");
  ({ access_token: token } = await tokensFor(site));
});

describe("what an agent is told", () => {
  test("is whom it acts for, and what it may", async () => {
    const { value } = await tool(token, "get_site_context");
    expect(value).toMatchObject({
      site: "main",
      status: "active",
      actingFor: {
        identity: site.owner,
        role: "owner",
        scopes: ["site:read", "content:write", "content:publish", "plugins:use"],
      },
    });
    expect(value).not.toHaveProperty("tenant");
  });

  test("is a list of tools with schemas and hints, short enough to be read", async () => {
    const { result } = await askAgent(token, "tools/list");
    const tools = result?.["tools"] as {
      name: string;
      inputSchema: object;
      annotations: Record<string, boolean>;
    }[];
    expect(tools.length).toBeGreaterThan(23);
    expect(tools.every((tool) => "type" in tool.inputSchema && !("outputSchema" in tool))).toBe(true);
    expect(tools.find(({ name }) => name === "delete_page")?.annotations).toEqual({
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tools.find(({ name }) => name === "read_draft_page")?.annotations.readOnlyHint).toBe(true);
    expect(tools.find(({ name }) => name === "schedule_publication")?.inputSchema).toMatchObject({
      properties: { at: { description: expect.stringContaining("ISO 8601") } },
    });
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(TOOL_LIST_MAX_CHARS);
  });

  test("is where to log in, by those who have no token", async () => {
    const response = await fetchWorker(new Request(`${ORIGIN}/mcp`, { method: "POST", body: "{}" }));
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`),
    ]);
    const metadata = await (await fetchWorker(new Request(`${ORIGIN}/.well-known/oauth-authorization-server`))).json();
    expect(metadata).toMatchObject({
      issuer: ORIGIN,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe("a page is read", () => {
  test.each([
    ["/about", {}],
    ["/about", { state: "draft" }],
    ["/about", { state: "published" }],
    ["/about", { version: 1 }],
    ["/about", { section: "text" }],
  ])("by its path as by its id: %s %j", async (path, more) => {
    const byId = await tool(token, "read_draft_page", { page: "about", ...more });
    expect(byId.code).toBeUndefined();
    expect(byId.value).toMatchObject({ id: "about", page: { path } });
    expect((await tool(token, "read_draft_page", { page: path, ...more })).value).toEqual(byId.value);
  });

  test.each(["/nowhere", "about/"])("not by %j, where none is", async (page) => {
    expect((await tool(token, "read_draft_page", { page })).code).toBe("NOT_FOUND");
  });
});

describe("an agent that edits", () => {
  test("reads a page, changes a section, and is told the new version", async () => {
    const { value } = await tool(token, "read_draft_page", { page: "about" });
    expect(value).toMatchObject({ id: "about", version: 1, next: null, sections: [{ id: "text" }] });
    const operations = [{ op: "set", section: "text", fields: { body: "Changed by an agent" } }];
    const change = { page: "about", operations, version: 1, idempotencyKey: key() };
    const result = {
      versions: [{ kind: "page", id: "about", version: 2 }],
      created: [],
      changed: ["text"],
      inverse: [
        { op: "set", section: "text", fields: { body: expect.any(String) }, was: { body: "Changed by an agent" } },
      ],
    };
    expect((await tool(token, "edit_page", { ...change, dryRun: true })).value).toEqual({
      done: false,
      replayed: false,
      result,
    });
    expect((await tool(token, "read_draft_page", { page: "about" })).value).toMatchObject({ version: 1 });
    const done = await tool(token, "edit_page", change);
    expect(done.value).toEqual({ done: true, replayed: false, result });
    expect((await tool(token, "edit_page", change)).value).toMatchObject({ done: true, replayed: true });
    expect((await tool(token, "list_draft_pages", { text: "CHANGED by" })).value).toMatchObject({
      items: [{ page: "about", places: [{ section: "text", pointer: "/fields/body" }] }],
      next: null,
    });
  });

  test("is refused a stale version with the current one, and told what to do", async () => {
    const { code, text } = await tool(token, "edit_page", {
      page: "home",
      operations: [{ op: "page", changes: { title: "New" } }],
      version: 7,
      idempotencyKey: key(),
    });
    expect(code).toBe("STALE_VERSION");
    expect(text).toMatch(/^\[STALE_VERSION\].*\nRead the document again/s);
  });

  test("is told what is wrong with a call, by its place", async () => {
    const { code, text } = await tool(token, "edit_page", {
      page: "home",
      operations: [{ op: "page", changes: { titel: "New" } }],
      version: 1,
      idempotencyKey: "short",
    });
    expect(code).toBe("INVALID_REQUEST");
    expect(text).toMatch(/\/operations\/0\/changes/);
    expect(text).toMatch(/\/idempotencyKey: .*allowed/);
  });

  test("is told so in our words, whatever language a library set for the whole worker", async () => {
    z.config(z.locales.en());
    const { text } = await tool(token, "publish", { version: "3", more: 1 });
    expect(text).toContain(
      '/version: found the text "3", allowed: a number\n/idempotencyKey: found nothing, allowed: text\n',
    );
    expect(text).toContain('/more: found an unknown member named "more", allowed: no member with that name\n');
    expect(text).not.toContain("Invalid input");
  });

  test("publishes what it has seen, and goes back", async () => {
    const { value: changes } = await tool(token, "list_changes");
    const preview = await tool(token, "publish", { version: changes["change"], idempotencyKey: key(), dryRun: true });
    expect(preview.value).toMatchObject({ done: false, preview: { pages: [{ id: "about" }] } });
    for (const dryRun of [true, false])
      expect((await tool(token, "publish", { version: 0, idempotencyKey: key(), dryRun })).code).toBe("STALE_VERSION");
    const published = await tool(token, "publish", { version: changes["change"], idempotencyKey: key() });
    expect(published.value).toMatchObject({ done: true, result: { release: 2 } });
    expect((await tool(token, "list_releases")).value).toMatchObject({
      items: [
        { release: 2, current: true },
        { release: 1, current: false },
      ],
    });
    const back = { release: 1, idempotencyKey: key() };
    expect((await tool(token, "restore_release", { ...back, dryRun: true })).value).toEqual({
      done: false,
      replayed: false,
      result: expect.objectContaining({ release: 1, state: "ready" }),
      preview: { release: 1, shown: 2, paths: ["/about"], more: false, opened: [], moreOpened: false },
    });
    expect((await tool(token, "list_releases")).value).toMatchObject({
      items: [
        { release: 2, current: true },
        { release: 1, current: false },
      ],
    });
    expect((await tool(token, "restore_release", { ...back, release: 9, dryRun: true })).code).toBe("NOT_FOUND");
    expect((await tool(token, "restore_release", back)).value).toMatchObject({ done: true });
  });

  test.each([
    ["list_draft_pages", {}],
    ["read_draft_page", { page: "/about" }],
    ["read_draft_page", { page: "about", state: "published" }],
    ["read_site_document", { kind: "theme", shape: true }],
    ["list_page_versions", { page: "about" }],
    ["list_translations", { page: "about" }],
    ["read_site_document", { kind: "navigation" }],
    ["read_site_document", { kind: "redirects" }],
    ["read_site_document", { kind: "theme" }],
    ["read_site_document", { kind: "settings" }],
    ["list_section_types", {}],
    ["list_section_types", { type: "drawbridge.basics/hero" }],
    ["list_section_types", { type: "drawbridge.slate/slate" }],
    ["list_media", {}],
    ["list_schedules", {}],
    ["list_remarks", {}],
    ["list_plugins", {}],
  ])("reads with %s %j", async (name, given) => {
    expect((await tool(token, name, given)).code).toBeUndefined();
  });

  test("creates entries by values, changes them, and lists them by filter and order", async () => {
    const type = "drawbridge.events/event";
    const listed = await tool(token, "list_section_types", {});
    expect(listed.value["types"]).toContainEqual(expect.objectContaining({ type, of: "content" }));
    const { value: known } = await tool(token, "list_section_types", { type });
    expect(known["content"]).toMatchObject({ address: "/events/{slug}", index: expect.arrayContaining(["start"]) });
    for (const [id, start] of [
      ["fair", "2996-05-01"],
      ["ball", "2995-05-01"],
    ]) {
      const body = { path: `/events/${id}`, title: id, type, values: { start, place: "Hall" } };
      await tool(token, "create_page", { id, body, idempotencyKey: key() });
    }
    const operations = [{ op: "set", section: "entry_values", fields: { place: "Yard" } }];
    await tool(token, "edit_page", { page: "fair", operations, version: 1, idempotencyKey: key() });
    const found = async (given: object) => {
      const { value } = await tool(token, "list_draft_pages", { type, ...given });
      return (value["items"] as { id: string }[]).map(({ id }) => id);
    };
    expect(await found({})).toEqual(["ball", "fair"]);
    expect(await found({ order: "-start" })).toEqual(["fair", "ball"]);
    expect(await found({ where: { place: { eq: "Yard" }, start: { from: "today" } } })).toEqual(["fair"]);
    expect(await found({ text: "ball" })).toEqual(["ball"]);
    for (const wrong of [{ type: undefined, where: { place: { eq: "Yard" } } }, { where: { plaec: { eq: "Yard" } } }])
      expect((await tool(token, "list_draft_pages", { type, ...wrong })).text).toContain("INVALID_REQUEST");
    for (const id of ["fair", "ball"]) {
      const version = id === "fair" ? 2 : 1;
      await tool(token, "delete_page", { page: id, version, idempotencyKey: key() });
    }
  });

  test("creates, arranges, restores, schedules and cancels", async () => {
    const body = { path: "/new", title: "New" };
    expect((await tool(token, "create_page", { body, idempotencyKey: key() })).value).toMatchObject({
      result: { page: "new" },
    });
    const section = { type: "drawbridge.basics/rich-text", fields: { body: "Words" } };
    const added = await tool(token, "edit_page", {
      page: "new",
      operations: [{ op: "insert", section, at: {} }],
      version: 1,
      idempotencyKey: key(),
    });
    const {
      created: [{ id } = { id: "" }],
    } = added.value["result"] as { created: { id: string }[] };
    expect(
      (
        await tool(token, "edit_page", {
          page: "new",
          operations: [{ op: "remove", section: id }],
          version: 2,
          idempotencyKey: key(),
        })
      ).value,
    ).toMatchObject({ done: true });
    expect(
      (await tool(token, "restore_page_version", { page: "new", restore: 2, version: 3, idempotencyKey: key() })).value,
    ).toMatchObject({ result: { versions: [{ version: 4 }] } });
    expect((await tool(token, "read_draft_page", { page: "new", version: 2 })).value).toMatchObject({
      version: 2,
      sections: [{ fields: { body: "Words" } }],
    });
    const later = { at: new Date(Date.now() + 3_600_000).toISOString(), idempotencyKey: key() };
    for (const at of [1, "tomorrow", "2027-03-01T08:00", "2027-13-01T08:00Z", "1970-01-01T00:00:00Z"]) {
      expect((await tool(token, "schedule_publication", { ...later, at, dryRun: true })).code, String(at)).toBe(
        "INVALID_REQUEST",
      );
    }
    const inIndia = `${new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 19)}+05:30`;
    expect(
      (await tool(token, "schedule_publication", { ...later, at: inIndia, dryRun: true })).value["result"],
    ).toMatchObject({ at: new Date(inIndia).toISOString(), state: "waiting" });
    expect((await tool(token, "schedule_publication", { ...later, dryRun: true })).value).toMatchObject({
      done: false,
      result: { state: "waiting" },
      preview: { pages: expect.any(Array) },
    });
    expect((await tool(token, "list_schedules")).value).toEqual({ items: [] });
    const { value } = await tool(token, "schedule_publication", later);
    const { schedule } = value["result"] as { schedule: string };
    expect(
      (await tool(token, "cancel_schedule", { schedule, idempotencyKey: key(), dryRun: true })).value,
    ).toMatchObject({ done: false, result: { schedule, state: "cancelled" } });
    expect((await tool(token, "list_schedules")).value).toMatchObject({ items: [{ schedule, state: "waiting" }] });
    expect((await tool(token, "cancel_schedule", { schedule, idempotencyKey: key() })).value).toMatchObject({
      result: { state: "cancelled" },
    });
    expect((await tool(token, "delete_page", { page: "new", version: 4, idempotencyKey: key() })).value).toMatchObject({
      done: true,
    });
  });
});

describe("media", () => {
  test("are listed, shown with where they are used, described, and removed once nothing uses them", async () => {
    const file = await aPicture(site);
    const { value: media } = await tool(token, "list_media");
    expect(media).toMatchObject({ items: [{ id: file, version: 1, used: 0 }], next: null });
    const [{ path: src } = { path: "" }] = media["items"] as { path: string }[];
    const described = { media: file, changes: { alt: "A plank" }, version: 1, idempotencyKey: key() };
    expect((await tool(token, "update_media", { ...described, dryRun: true })).value).toMatchObject({
      done: false,
      result: { version: 2, alt: "A plank" },
    });
    expect((await tool(token, "update_media", described)).value).toMatchObject({
      done: true,
      result: { version: 2, alt: "A plank" },
    });
    const { value: page } = await tool(token, "read_draft_page", { page: "home" });
    const picture = {
      type: "drawbridge.basics/hero",
      fields: { title: "Planks", image: { src, alt: "A plank", width: 7, height: 5 } },
    };
    const added = await tool(token, "edit_page", {
      page: "home",
      operations: [{ op: "insert", section: picture, at: {} }],
      version: page["version"],
      idempotencyKey: key(),
    });
    const {
      created: [{ id: section } = { id: "" }],
    } = added.value["result"] as { created: { id: string }[] };
    expect((await tool(token, "list_media", { file })).value).toMatchObject({
      items: [],
      file: { id: file, used: 1, uses: [{ kind: "page", id: "home", path: "/", draft: true }] },
    });
    const removal = { media: file, version: 2, idempotencyKey: key() };
    expect((await tool(token, "delete_media", { ...removal, dryRun: true })).code).toBe("CONFLICT");
    expect((await tool(token, "delete_media", { ...removal, force: true })).code).toBe("INVALID_REQUEST");
    const version = Number(page["version"]) + 1;
    await tool(token, "edit_page", {
      page: "home",
      operations: [{ op: "remove", section }],
      version,
      idempotencyKey: key(),
    });
    expect((await tool(token, "delete_media", { ...removal, dryRun: true })).value).toMatchObject({
      done: false,
      result: { id: file, used: 0 },
    });
    expect((await tool(token, "delete_media", { ...removal, idempotencyKey: key() })).value).toMatchObject({
      done: true,
    });
    expect((await tool(token, "list_media", { file })).code).toBe("NOT_FOUND");
  });
});

describe("plugins", () => {
  test("answer about what is published, in the same connection", async () => {
    await site.carry();
    const other = await aSite("published");
    await other.carry();
    const { access_token: theirs } = await tokensFor(other);
    expect(await toolNames(theirs)).toContain("read_page");
    expect((await tool(theirs, "read_page", { page: "/about" })).value).toMatchObject({ path: "/about", release: 1 });
    expect(
      listed<{ uri: string }>(await askAgent(theirs, "resources/list"), "resources").map(({ uri }) => uri),
    ).toEqual(
      expect.arrayContaining([`site://${other.hostname}/member/context`, `site://${other.hostname}/page/about`]),
    );
  });

  test("are read by a tool, for clients that read no resources, and only what is of this site", async () => {
    const other = await aSite("resources");
    await other.carry();
    const { access_token: theirs } = await tokensFor(other);
    const uri = `site://${other.hostname}/page/about`;
    expect((await tool(theirs, "read_plugin_resource", { uri })).value).toMatchObject({
      uri,
      mimeType: "text/markdown",
      text: expect.stringContaining("Text of about"),
    });
    for (const foreign of [
      `site://${site.hostname}/page/about`,
      "https://elsewhere.example/",
      "file:///etc/passwd",
      "site://",
    ]) {
      expect((await tool(theirs, "read_plugin_resource", { uri: foreign })).code).toBe("NOT_FOUND");
    }
    expect((await tool(theirs, "read_plugin_resource", { uri: "x".repeat(MCP_TEXT_MAX_CHARS + 1) })).code).toBe(
      "INVALID_REQUEST",
    );
  });

  test("are called by name through one tool, too, which calls nothing else", async () => {
    const other = await aSite("through");
    await other.carry();
    const { access_token: theirs } = await tokensFor(other);
    const described = await tool(theirs, "list_plugins", { tool: "read_page" });
    expect(described.value).toMatchObject({ tool: { name: "read_page", inputSchema: { type: "object" } } });
    expect(
      (await tool(theirs, "use_plugin_tool", { tool: "read_page", arguments: { page: "/about" } })).value,
    ).toMatchObject({ answer: { path: "/about" } });
    for (const name of ["publish", "edit_page", "nothing", "use_plugin_tool"])
      expect((await tool(theirs, "use_plugin_tool", { tool: name, arguments: {} })).code).toBe("NOT_FOUND");
    expect((await tool(theirs, "list_plugins", { tool: "nothing" })).code).toBe("NOT_FOUND");
  });

  test("are not there for an agent that was not allowed to use them", async () => {
    const { access_token: without } = await tokensFor(site, site.owner, ["site:read"]);
    const names = await toolNames(without);
    expect(names).toContain("get_site_context");
    expect(
      names.filter((name) =>
        ["read_page", "list_plugins", "read_plugin_resource", "use_plugin_tool", "edit_page", "publish"].includes(name),
      ),
    ).toEqual([]);
  });
});

describe("calls", () => {
  /** The outcomes of this agent's calls of one name. */
  const outcomes = async (identity: string, name: string): Promise<unknown[]> =>
    (
      await db
        .prepare("SELECT outcome FROM agent_calls WHERE identity_id = ? AND name = ?")
        .bind(identity, name)
        .all<{ outcome: string }>()
    ).results.map(({ outcome }) => outcome);

  test("leave a record of what was called and how it ended, without a word of it", async () => {
    await tool(token, "read_draft_page", { page: "nowhere" });
    await expect
      .poll(
        async () =>
          (await db.prepare("SELECT name, outcome FROM agent_calls WHERE tenant_id = ?").bind(site.tenant).all())
            .results,
      )
      .toEqual(
        expect.arrayContaining([
          { name: "read_draft_page", outcome: "NOT_FOUND" },
          { name: "publish", outcome: "ok" },
        ]),
      );
  });

  test("of a client of before, whose answer is a stream, leave a record of how they ended too", async () => {
    const other = await aSite("before");
    const { access_token: theirs } = await tokensFor(other);
    const { result } = await send(theirs, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_draft_page", arguments: { page: "nowhere" } },
    });
    expect(result).toMatchObject({ isError: true });
    await expect.poll(() => outcomes(other.owner, "read_draft_page")).toEqual(["NOT_FOUND"]);
  });

  test("that were turned away leave a record that says so", async () => {
    const other = await aSite("away");
    const { access_token: reader } = await tokensFor(other, other.owner, ["site:read"]);
    expect(await askAgent(reader, "tools/call", { name: "publish", arguments: {} })).toMatchObject({
      status: 403,
      error: { code: -32000, message: expect.stringContaining("content:publish") },
    });
    await askAgent(reader, "resources/read", { uri: `site://${site.hostname}/page/about` });
    await askAgent(reader, "tools/list", { cursor: "made-up" });
    await askAgent(reader, "tools/call", { name: "no_such_tool", arguments: {} });
    await expect
      .poll(async () =>
        Promise.all(
          ["publish", "resources/read", "tools/list", "no_such_tool"].map((name) => outcomes(other.owner, name)),
        ),
      )
      .toEqual([["FORBIDDEN"], ["NOT_FOUND"], ["INVALID_REQUEST"], ["INVALID_REQUEST"]]);
  });

  /** The audit rows of a member's refused commands. */
  const refusals = async (identity: string): Promise<unknown[]> =>
    (
      await db
        .prepare("SELECT command, via, site_id FROM audit WHERE actor = ? AND outcome = 'refused' ORDER BY command")
        .bind(`member:${identity}`)
        .all()
    ).results;

  test("that are commands and are refused leave audit rows; reading, dry runs and what was merely late do not", async () => {
    const other = await aSite("denied");
    const { access_token: reader } = await tokensFor(other, other.owner, ["site:read"]);
    const { access_token: writer } = await tokensFor(other);
    expect((await askAgent(reader, "tools/call", { name: "publish", arguments: { secret: "hush" } })).status).toBe(403);
    await tool(writer, "delete_page", { page: "nowhere", version: 1, idempotencyKey: key() });
    await tool(writer, "delete_page", { page: "nowhere", version: 1, idempotencyKey: key(), dryRun: true });
    await tool(writer, "delete_page", { page: "home", version: 9, idempotencyKey: key() });
    await tool(writer, "read_draft_page", { page: "nowhere" });
    const via = expect.any(String);
    await expect
      .poll(() => refusals(other.owner))
      .toEqual([
        { command: "page.delete", via, site_id: "main" },
        { command: "publish", via, site_id: "main" },
      ]);
    const rows = await db.prepare("SELECT * FROM audit WHERE actor = ?").bind(`member:${other.owner}`).all();
    expect(JSON.stringify(rows.results)).not.toContain("hush");
  });

  test.each([
    [-2, 1],
    [-1, 1],
    [0, 0],
    [1, 0],
  ])("that are refused when there are the bound and %i rows leave %i more", async (more, left) => {
    const other = await aSite("flood");
    const { access_token: writer } = await tokensFor(other);
    await db
      .prepare(
        "INSERT INTO audit (id, tenant_id, site_id, actor, command, input_digest, outcome, request_id, at) SELECT ?1 || value, ?1, 'main', ?2, 'publish', '', 'refused', ?1 || value, ?3 FROM json_each(?4)",
      )
      .bind(
        other.tenant,
        `member:${other.owner}`,
        Date.now(),
        JSON.stringify(Array.from({ length: REFUSALS_AUDITED + more }, (_, n) => n)),
      )
      .run();
    const before = (await refusals(other.owner)).length;
    await tool(writer, "delete_page", { page: "nowhere", version: 1, idempotencyKey: key() });
    await tool(writer, "get_site_context");
    await expect.poll(async () => (await refusals(other.owner)).length).toBe(before + left);
  });

  test("to hear of changes are answered with an end at once, and do not hold the record up", async () => {
    const other = await aSite("listens");
    const { access_token: theirs } = await tokensFor(other);
    const wanted = {
      notifications: { toolsListChanged: true, resourceSubscriptions: [`site://${other.hostname}/member/context`] },
    };
    expect((await askAgent(theirs, "subscriptions/listen", wanted)).status).toBe(200);
    await expect.poll(() => outcomes(other.owner, "subscriptions/listen")).toEqual(["ok"]);
  });

  test("go on to their record when whoever called hangs up before the answer", async () => {
    const other = await aSite("hung");
    const { access_token: theirs } = await tokensFor(other);
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<object>()];
    const workspace = { read: () => (asked.resolve(), answer.promise) };
    const namespace = { idFromName: () => "id", get: () => workspace } as unknown as Env["TENANT_WORKSPACE"];
    const held: Promise<unknown>[] = [];
    const ctx = Object.assign(createExecutionContext(), {
      waitUntil: (work: Promise<unknown>) => void held.push(work),
    });
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_changes", arguments: {} },
    });
    const headers = {
      authorization: `Bearer ${theirs}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const left = fetchWorker(
      new Request(`${ORIGIN}/mcp`, { method: "POST", body, headers }),
      { TENANT_WORKSPACE: namespace },
      ctx,
    );
    await asked.promise;
    expect(held).toHaveLength(1);
    answer.resolve(refusedAnswer(new Refusal("TENANT_SUSPENDED")));
    await Promise.all([left, ...held]);
    await expect.poll(() => outcomes(other.owner, "list_changes")).toEqual(["TENANT_SUSPENDED"]);
  });
});
