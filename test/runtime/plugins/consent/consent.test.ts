/** The consent list of a plugin version, and its marks for differences from an earlier consent. */
import { describe, expect, test } from "vitest";
import { type Capabilities, capabilitiesShape } from "../../../../manifests/capabilities/capabilities.ts";
import { type Contributes, manifestShape } from "../../../../manifests/manifest/manifest.ts";
import { consentOf, isCovered } from "../../../../runtime/plugins/consent/consent.ts";
import { consentedBySwitch } from "../../../../runtime/plugins/consent/effects.ts";
import type { OwnForm } from "../../../../manifests/packages/ownForms.ts";
import { consentedByGrant } from "../../../../runtime/plugins/consent/wishes.ts";
import type { ConsentView } from "../../../../runtime/plugins/consent/consentView.ts";

const version = (contributes: object, capabilities: Capabilities = {}) => ({
  contributor: {
    id: "acme.tool",
    kind: "executable" as const,
    contributes: contributes as Contributes,
    ownForms: [] as readonly (OwnForm | string)[],
    headClaims: [],
  },
  capabilities,
});

const marks = (consent: readonly ConsentView[]): (readonly [string, string | null])[] =>
  consent.filter(({ change }) => change !== null).map(({ says, change }) => [says, change]);

const route = (more: object = {}) => ({
  routes: [{ name: "votes", path: "/votes", methods: ["GET"], access: "member", ...more }],
});
const http = (more: object = {}): Capabilities => ({ http: { hosts: ["a.example.com"], methods: ["GET"], ...more } });
const tool = (more: object = {}) => ({ mcp: { tools: [{ name: "find", title: "Find", ...more }] } });
const timed = (everyMinutes: number) => ({ hooks: [{ on: "scheduled", everyMinutes }] });
const section = (more: object = {}) => ({ sections: [{ name: "film", title: "Film", ...more }] });
const upload = (more: object = {}) => ({
  media: [{ name: "scan", title: "Scan", types: ["image/png"], maxBytes: 1_000_000, ...more }],
});
const action = (section: object = {}) => ({
  actions: [
    { name: "shorten", title: "Shorten", on: { section: { reads: ["body"], proposes: ["body"], ...section } } },
  ],
});
const acting = (...on: ("section" | "page" | "picture")[]): Capabilities => ({ actions: { on } });
const storage = (maxBytes: number, maxKeys: number): Capabilities => ({ storage: { maxBytes, maxKeys } });
const personal = (...forms: string[]): Capabilities => ({ forms: { personal: forms } });

type Version = ReturnType<typeof version>;
const withForms = (of: Version, ownForms: readonly (OwnForm | string)[]): Version => ({
  ...of,
  contributor: { ...of.contributor, ownForms },
});
const boxes = version({
  sections: [
    { name: "box", title: "Box" },
    { name: "crate", title: "Box" },
  ],
});
const ownForm = (name: string): OwnForm => ({ of: `sections ${name}`, title: "Box" });
const WIDER: readonly (readonly [string, Version, Version])[] = [
  ["another host", version({}, http()), version({}, http({ hosts: ["a.example.com", "b.example.com"] }))],
  ["hosts that a setting names", version({}, http()), version({}, http({ hostsFrom: "server" }))],
  ["another header", version({}, http({ headers: ["x-a"] })), version({}, http({ headers: ["x-a", "x-b"] }))],
  ["another method", version({}, http()), version({}, http({ methods: ["GET", "POST"] }))],
  ["more entries in fewer bytes", version({}, storage(20, 10)), version({}, storage(10, 11))],
  ["more bytes in fewer entries", version({}, storage(20, 10)), version({}, storage(21, 1))],
  ["every form instead of one", version({}, personal("acme.one/visit")), version({}, personal("*"))],
  [
    "drafts of another kind",
    version({}, { content: { draft: ["page"] } }),
    version({}, { content: { draft: ["page", "theme"] } }),
  ],
  [
    "a host that the site asks for frames",
    version({}, { browser: { hosts: ["a.example.com"] } }),
    version({}, { browser: { hosts: ["a.example.com"], viaSite: ["a.example.com"] } }),
  ],
  [
    "scripts that load from a host",
    version({}, { browser: { hosts: [] } }),
    version({}, { browser: { hosts: ["a.example.com"] } }),
  ],
  ["a route for everybody instead of members", version(route()), version(route({ access: "public" }))],
  ["a route for all members instead of some", version(route({ access: "content.publish" })), version(route())],
  ["a route with another method", version(route()), version(route({ methods: ["GET", "DELETE"] }))],
  ["a route that writes", version(route()), version(route({ effect: "write" }))],
  ["a tool that writes", version(tool()), version(tool({ effect: "write" }))],
  [
    "a hook that writes",
    version({ hooks: [{ on: "afterPublish" }] }),
    version({ hooks: [{ on: "afterPublish", effect: "write" }] }),
  ],
  ["a timer that runs more often", version(timed(60)), version(timed(15))],
  ["a section that code fills in", version(section()), version(section({ data: { provider: "films" } }))],
  [
    "another embedded site",
    version(section({ frames: ["https://a.example.com"] })),
    version(section({ frames: ["https://b.example.com"] })),
  ],
  ["actions at pages, too", version({}, acting("section")), version({}, acting("section", "page"))],
  ["pictures themselves", version({}, acting("picture")), version({}, { actions: { on: ["picture"], bytes: true } })],
  ["an action that is handed more", version(action()), version(action({ reads: ["body", "title"] }))],
  ["an action that may propose more", version(action()), version(action({ proposes: ["body", "title"] }))],
  ["larger uploads", version(upload()), version(upload({ maxBytes: 2_000_000 }))],
  ["uploads of another kind", version(upload()), version(upload({ types: ["image/png", "application/pdf"] }))],
];

test("webhooks and other sites that a route leads to are told, and an update that changes them asks again", () => {
  const webhook = (more: object = {}) =>
    route({ kind: "webhook", path: "/stripe", signature: { scheme: "stripe", secret: "signing", ...more } });
  const leaving = (...leaves: string[]) => route({ access: "public", leaves });
  expect(consentOf(version(webhook()), undefined).map(({ says }) => says)).toEqual([
    "Receives what a service sends to /stripe, signed with the secret in its setting “signing”.",
  ]);
  expect(consentOf(version(leaving("a.example.com")), undefined).map(({ says }) => says)).toEqual([
    "Answers GET /votes to everybody on the internet. It may send a visitor on to a.example.com.",
  ]);
  for (const [before, after] of [
    [webhook(), webhook({ secret: "other" })],
    [webhook(), webhook({ scheme: "slack" })],
    [leaving("a.example.com"), leaving("a.example.com", "b.example.com")],
    [route({ access: "public" }), leaving("a.example.com")],
  ])
    expect(marks(consentOf(version(after ?? {}), version(before ?? {})))).toHaveLength(1);
});

describe("a version that was agreed to before", () => {
  test.each(WIDER)("is marked as reaching further by %s, with what it said", (_, before, now) => {
    const consent = consentOf(now, before);
    const marked = consent.find(({ change }) => change !== null);
    expect(marked).toMatchObject({ change: "widened", was: expect.any(String) as string });
    expect(isCovered(now, before)).toBe(false);
  });

  test.each(WIDER.filter(([name]) => !/in fewer|embedded/.test(name)))(
    "and its successor without %s reaches less far, and asks for no more",
    (_, before, now) => {
      const consent = consentOf(before, now);
      expect(consent.map(({ change }) => change)).toContain("narrowed");
      expect(isCovered(before, now)).toBe(true);
    },
  );

  test("is marked by what is new and by what is gone", () => {
    const consent = consentOf(version(route(), http()), version(tool(), storage(1, 1)));
    expect(marks(consent)).toEqual([
      ["Exchange data with a.example.com (GET)", "added"],
      ["Keep up to 1 B of its own data, in one entry", "removed"],
      ["Gives members’ agents the tool acme-tool__find, “Find”; it changes nothing.", "removed"],
      ["Answers GET /votes to every member.", "added"],
    ]);
  });

  test("is marked as changed where it only says something else, and an owner has to read that", () => {
    const [now, before] = [version(tool({ title: "Find and tell" })), version(tool())];
    const consent = consentOf(now, before);
    expect(consent.map(({ change, was }) => [change, was])).toEqual([
      ["changed", "Gives members’ agents the tool acme-tool__find, “Find”; it changes nothing."],
    ]);
    expect(isCovered(now, before)).toBe(false);
  });

  test("is not marked where nothing is different, and the author's reason is no difference", () => {
    const [before, now] = [version(route(), http({ reason: "old" })), version(route(), http({ reason: "new" }))];
    const consent = consentOf(now, before);
    expect(marks(consent)).toEqual([]);
    expect(consent[0]).toMatchObject({ reason: "new", needsGrant: true, topic: "internet" });
  });

  test("does not cover another header, nor the end or another host of a secret that code does not get", () => {
    const held = version({}, http({ secrets: { key: "a.example.com" } }));
    expect(isCovered(held, held)).toBe(true);
    expect(isCovered(version({}, http({ headers: ["x-a"] })), version({}, http()))).toBe(false);
    expect(isCovered(version({}, http()), held)).toBe(false);
    expect(isCovered(version({}, http({ secrets: { key: "b.example.com" } })), held)).toBe(false);
    expect(consentOf(held, undefined).map(({ says }) => says)).toContain(
      "Have the secret in its setting “key” sent to a.example.com alone, without its code getting it",
    );
  });

  test("with every form may name one form without reaching further", () =>
    expect(isCovered(version({}, personal("acme.one/visit")), version({}, personal("*")))).toBe(true));

  test("covers a new section without code, and another title of one, which members only may choose", () => {
    expect(isCovered(version(section({ title: "Movie" })), version(section()))).toBe(true);
    expect(isCovered(version(section()), version({}))).toBe(true);
    expect(isCovered(version(section({ data: { provider: "films" } })), version({}))).toBe(false);
    expect(isCovered(version({ files: [{ path: "/robots.txt" }] }), version({}))).toBe(false);
  });
});

test("nothing is marked in what nobody has agreed to yet", () =>
  expect(marks(consentOf(version(route(), http()), undefined))).toEqual([]));

test("a section's embedded host does not hide behind a directive of the same name", () => {
  const framed = (name: string, host: string) => ({ name, title: "Map", frames: [host] });
  const directive = { inline: [framed("map", "https://a.example.com")] };
  const both = { ...directive, sections: [framed("map", "https://b.example.com")] };
  const consent = consentOf(version(both), version(directive));
  expect(isCovered(version(both), version(directive))).toBe(false);
  expect(marks(consent).filter(([says]) => says.includes("b.example.com"))).toEqual([[expect.any(String), "added"]]);
  expect(isCovered(version(both), version(both))).toBe(true);
});

describe("everything that a manifest can hold is said to its owner", () => {
  /**
   * Contributions without a consent sentence of their own, because their users have one. The rows for imports have none,
   * because only the program of a member who imports follows them.
   */
  const SILENT = new Set(["assets", "settings", "imports"]);
  const SAMPLES: Readonly<Record<string, object>> = {
    sections: section(),
    contentTypes: { contentTypes: [{ name: "event", title: "Event" }] },
    inline: { inline: [{ name: "box", title: "Box" }] },
    themes: { themes: [{ name: "plain", title: "Plain" }] },
    metadata: { metadata: [{ name: "social" }] },
    files: { files: [{ path: "/robots.txt" }] },
    frames: { frames: [{ name: "map", title: "Map" }] },
    forms: { forms: [{ name: "visit", title: "Visit" }] },
    letters: { letters: [{ name: "note", title: "Note", to: "members", on: "form" }] },
    media: upload(),
    mcp: tool(),
    hooks: timed(5),
    routes: route(),
    actions: action(),
    pages: { pages: [{ name: "log", title: "Log", access: "member", lists: [], columns: [] }] },
    provides: { provides: [{ name: "links", title: "Links", data: {} }] },
    extends: { extends: [{ name: "mine", point: "acme.host/links", data: {} }] },
  };
  const CAPABILITIES: Capabilities = {
    storage: { maxBytes: 1, maxKeys: 1 },
    content: { read: ["page"], draft: ["page"] },
    media: { read: true },
    forms: { personal: ["*"] },
    browser: { hosts: [] },
    actions: { on: ["section"] },
    http: { hosts: ["a.example.com"], methods: ["GET"] },
    mail: { to: ["members"] },
    readers: { groups: ["paid"] },
    logs: { visitors: true },
  };

  test.each(Object.keys(manifestShape.shape.contributes.shape).filter((name) => !SILENT.has(name)))(
    "what it contributes to %s",
    (name) => expect(consentOf(version(SAMPLES[name] ?? {}), undefined).length).toBeGreaterThan(0),
  );

  test.each(Object.keys(capabilitiesShape.shape) as (keyof Capabilities)[])("the capability %s", (name) =>
    expect(consentOf(version({}, { [name]: CAPABILITIES[name] }), undefined).length).toBeGreaterThan(0),
  );

  const OWN_FORMS = ["sections same", "contentTypes same"].map((of) => ({ of, title: "Same" }));

  test("has a key of its own, even if all contributions have one name", () => {
    const named = (more: object): object =>
      Object.fromEntries(
        Object.entries(more).map(([kind, items]: [string, unknown]) => [
          kind,
          Array.isArray(items)
            ? items.map((item: object) => ({ ...item, name: "same", title: "Same", frames: ["https://a.example.com"] }))
            : named(items as object),
        ]),
      );
    const { contributor } = version(named(Object.assign({}, ...Object.values(SAMPLES)) as object));
    const told = [
      ...consentedBySwitch({ ...contributor, ownForms: OWN_FORMS, headClaims: ["icon"] }),
      ...consentedByGrant(CAPABILITIES),
    ];
    expect([...Map.groupBy(told, ({ key }) => key).values()].filter(({ length }) => length > 1)).toEqual([]);
    expect(told.filter(({ key }) => key.startsWith("embeds "))).toHaveLength(2);
  });
});

test("a form in another section of the same title needs an agreement of its own", () => {
  const [one, both] = [[ownForm("box")], [ownForm("box"), ownForm("crate")]].map((own) => withForms(boxes, own));
  expect(isCovered(both as Version, one as Version)).toBe(false);
  expect(consentOf(both as Version, one).filter(({ change }) => change === "added")).toHaveLength(1);
});

test("an earlier agreement names forms by title, and still covers them", () => {
  const now = withForms(boxes, [ownForm("box"), ownForm("crate")]);
  expect(isCovered(now, withForms(boxes, ["Box", "Box"]))).toBe(true);
  expect(isCovered(now, withForms(boxes, []))).toBe(false);
});
