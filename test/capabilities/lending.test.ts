import { expect, test } from "vitest";
import { verbsFor, type Lender } from "../../capabilities/lending.ts";
import type { Requested } from "../../runtime/contributions/grant.ts";
import { MediaFiles } from "../../runtime/media/files.ts";
import { worldWith } from "../runtime/kernel/world.ts";

const { kernel, powers } = await worldWith({});
const { sql } = powers;

const content = { ...kernel, powers };

/** The verbs that a lender offers for a grant. */
const verbsOf = (granted: Requested, more: Partial<Lender> = {}): string[] => {
  const lender: Lender = {
    sql,
    content,
    http: {
      fetch: () => Promise.reject(new Error("a fetch")),
      timeout: () => new AbortController().signal,
      isOurs: () => false,
    },
    media: { files: new MediaFiles(sql), read: async () => undefined },
    mayWrite: () => true,
    now: () => 0,
    stillHolds: () => true,
    broke: () => undefined,
    calledLate: () => undefined,
    log: () => undefined,
    ...more,
  };
  return Object.keys(verbsFor(lender, { site: "main", plugin: "acme.a", granted, wallMs: 1 }))
    .filter((verb) => verb !== "console.write")
    .toSorted();
};

const STORAGE = { maxBytes: 1, maxKeys: 1 };

test.each<[string, Requested, Partial<Lender>, string[]]>([
  ["nothing", {}, {}, []],
  [
    "storage",
    { storage: STORAGE },
    {},
    ["storage.add", "storage.change", "storage.delete", "storage.get", "storage.list", "storage.put"],
  ],
  [
    "storage, while nobody may write,",
    { storage: STORAGE },
    { mayWrite: () => false },
    ["storage.get", "storage.list"],
  ],
  ["content to read", { content: { read: ["page"] } }, {}, ["content.get", "content.query"]],
  [
    "drafts of nothing",
    { content: { draft: [] } },
    { content: { ...content, write: () => Promise.reject(new Error("a write")) } },
    ["content.get", "content.query"],
  ],
  [
    "drafts",
    { content: { draft: ["page"] } },
    { content: { ...content, write: () => Promise.reject(new Error("a write")) } },
    ["content.get", "content.query", "content.write"],
  ],
  ["drafts, where nothing writes,", { content: { draft: ["page"] } }, {}, ["content.get", "content.query"]],
  ["media", { media: { read: true } }, {}, ["media.list", "media.read"]],
  ["media it does not read", { media: { read: false } }, {}, []],
  ["media it says nothing of", { media: {} }, {}, []],
  ["media, where nothing holds files,", { media: { read: true } }, { media: undefined }, []],
  [
    "groups of readers",
    { readers: { groups: ["paid"] } },
    { readers: { add: () => "done", remove: () => "done" } },
    ["readers.add", "readers.remove"],
  ],
  ["groups of readers, in a call that must change nothing,", { readers: { groups: ["paid"] } }, {}, []],
  ["hosts", { http: { hosts: ["api.example.com"], methods: ["GET"] } }, {}, ["http.fetch"]],
  ["personal answers, which come with a call,", { forms: { personal: ["*"] } }, {}, []],
])("for a grant of %s no other verb is lent", (_, granted, more, verbs) => {
  expect(verbsOf(granted, more)).toEqual(verbs);
});
