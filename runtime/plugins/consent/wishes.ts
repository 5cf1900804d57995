/** The sentences for what a plugin asks for, one row for each capability. */
import type { Capabilities } from "../../../manifests/capabilities/capabilities.ts";
import type { Consented } from "./consented.ts";
import { effect, type Effect, type TERMS } from "./sentences.ts";

type Asked = Omit<Consented, "needsGrant" | "reason">;
type Rows = { readonly [C in keyof Capabilities]-?: (asked: NonNullable<Capabilities[C]>) => readonly Asked[] };

type Documents = readonly (keyof typeof TERMS.documents)[];

const documents = (name: "draft" | "published", key: string, kinds: Documents = []): Asked[] =>
  kinds.length === 0 ? [] : [{ topic: "data", key, effects: [effect(name, { documents: kinds })], reach: kinds }];

/** Further headers may carry anything to the hosts of the grant. */
const sentHeaders = (headers: readonly string[] = []): Asked[] =>
  headers.length === 0
    ? []
    : [{ topic: "internet", key: "http headers", effects: [effect("headers", { headers })], reach: headers }];

const heldSecrets = (secrets: Readonly<Record<string, string>> = {}): Asked[] =>
  Object.entries(secrets).map(([setting, host]) => ({
    topic: "internet",
    key: `http secret ${setting}`,
    effects: [effect("heldSecret", { setting, host })],
    reach: [host],
    isPromise: true,
  }));

function partners({ hosts, hostsFrom, methods }: NonNullable<Capabilities["http"]>): Effect {
  if (hostsFrom === undefined) return effect("exchange", { hosts, methods });
  return hosts.length === 0
    ? effect("exchangeChosen", { setting: hostsFrom, methods })
    : effect("exchangeBoth", { hosts, setting: hostsFrom, methods });
}

const LETTERS = {
  members: "lettersToMembers",
  submitter: "lettersToSubmitters",
  subscribers: "lettersToSubscribers",
  addresses: "lettersToAddresses",
} as const;

/** For each capability, the most important sentence first. */
const ROWS: Rows = {
  http: (http) => [
    {
      topic: "internet",
      key: "http",
      effects: [partners(http)],
      reach: [...http.hosts, ...http.methods, ...(http.hostsFrom === undefined ? [] : [`setting ${http.hostsFrom}`])],
    },
    ...sentHeaders(http.headers),
    ...heldSecrets(http.secrets),
  ],
  forms: ({ personal }) => [
    {
      topic: "visitors",
      key: "forms",
      effects: [personal.includes("*") ? effect("formsAll") : effect("formsSome", { forms: personal })],
      reach: personal,
    },
  ],
  mail: ({ to, addressesFrom = "" }) =>
    to.map((receiver) => ({
      topic: "internet" as const,
      key: `mail ${receiver}`,
      effects: [effect(LETTERS[receiver], { setting: addressesFrom })],
      reach: receiver === "addresses" ? [`setting ${addressesFrom}`] : [],
    })),
  readers: ({ groups }) => [
    { topic: "visitors", key: "readers", effects: [effect("readerGroups", { groups })], reach: groups },
  ],
  browser: ({ hosts, viaSite = [] }) => [
    {
      topic: "visitors",
      key: "browser",
      effects: [
        hosts.length === 0 ? effect("scripts") : effect("scriptsOnline", { hosts }),
        ...(viaSite.length > 0 ? [effect("scriptsAsk", { hosts: viaSite })] : []),
      ],
      reach: [...hosts, ...viaSite.map((host) => `via site ${host}`)],
    },
  ],
  logs: () => [
    {
      topic: "visitors",
      key: "logs",
      effects: [effect("logs")],
      reach: [],
    },
  ],
  content: ({ read, draft }) => [
    ...documents("draft", "content draft", draft),
    ...documents("published", "content read", read),
  ],
  media: ({ read }) => (read ? [{ topic: "data", key: "media", effects: [effect("media")], reach: [] }] : []),
  actions: ({ on, bytes }) => [
    {
      topic: "data",
      key: "actions",
      effects: [effect(bytes ? "actionsWithBytes" : "actions", { places: on })],
      reach: [...on, ...(bytes ? ["bytes"] : [])],
    },
  ],
  storage: ({ maxBytes, maxKeys }) => [
    {
      topic: "data",
      key: "storage",
      effects: [
        maxKeys === 1
          ? effect("storageOfOne", { bytes: maxBytes })
          : effect("storage", { bytes: maxBytes, entries: maxKeys }),
      ],
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
