/** The wishes of a plugin to its owner, one sentence each: a row for every capability. */
import type { Capabilities } from "../../../manifests/capabilities/capabilities.ts";
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import type { Consented } from "./consented.ts";

type Asked = Omit<Consented, "needsGrant" | "reason">;
type Rows = { readonly [C in keyof Capabilities]-?: (asked: NonNullable<Capabilities[C]>) => readonly Asked[] };

const DOCUMENTS = {
  page: "pages",
  navigation: "menus",
  redirects: "redirects",
  theme: "the theme",
  settings: "the settings",
} as const;

const documents = (does: string, key: string, kinds: readonly (keyof typeof DOCUMENTS)[] = []): Asked[] =>
  kinds.length === 0
    ? []
    : [{ topic: "data", key, says: `${does}: ${kinds.map((kind) => DOCUMENTS[kind]).join(", ")}`, reach: kinds }];

function partners({ hosts, hostsFrom }: NonNullable<Capabilities["http"]>): string {
  const named = hosts.join(", ");
  if (hostsFrom === undefined) return named;
  const chosen = `what you name in its setting “${hostsFrom}”`;
  return hosts.length === 0 ? chosen : `${named}, and with ${chosen}`;
}

/** Sentences the weightiest first, within each topic. */
const ROWS: Rows = {
  http: (http) => [
    {
      topic: "internet",
      key: "http",
      says: `Exchange data with ${partners(http)} (${http.methods.join(", ")})`,
      reach: [...http.hosts, ...http.methods, ...(http.hostsFrom === undefined ? [] : [`setting ${http.hostsFrom}`])],
    },
  ],
  forms: ({ personal }) => [
    {
      topic: "visitors",
      key: "forms",
      says: personal.includes("*")
        ? "Be told what visitors write about themselves, in every form"
        : `Be told what visitors write about themselves, in: ${personal.join(", ")}`,
      reach: personal,
    },
  ],
  browser: ({ hosts }) => [
    {
      topic: "visitors",
      key: "browser",
      says:
        hosts.length === 0
          ? "Run scripts of its own in visitors’ browsers, in frames that reach neither the page nor the internet"
          : `Run scripts of its own in visitors’ browsers, in frames that do not reach the page and load from or send to ${hosts.join(", ")}`,
      reach: hosts,
    },
  ],
  logs: () => [
    {
      topic: "visitors",
      key: "logs",
      says: "Keep its error messages and its output for you to read, even where visitors’ words may be among them",
      reach: [],
    },
  ],
  content: ({ read, draft }) => [
    ...documents("Read and change the draft", "content draft", draft),
    ...documents("Read what is published", "content read", read),
  ],
  media: ({ read }) =>
    read ? [{ topic: "data", key: "media", says: "Look through the pictures and files", reach: [] }] : [],
  storage: ({ maxBytes, maxKeys }) => [
    {
      topic: "data",
      key: "storage",
      says: `Keep up to ${sizeOf(maxBytes)} of its own data, in at most ${maxKeys} entries`,
      reach: [],
      amounts: [maxBytes, maxKeys],
    },
  ],
};

export function consentedByGrant(capabilities: Capabilities): Consented[] {
  return (Object.keys(ROWS) as (keyof Rows)[]).flatMap((name) => {
    const asked = capabilities[name];
    if (asked === undefined) return [];
    const row = ROWS[name] as (given: typeof asked) => readonly Asked[];
    return row(asked).map((item) => ({ ...item, needsGrant: true, reason: asked.reason }));
  });
}
