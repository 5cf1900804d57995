/** Verbs for a plugin's own data in a site. */
import * as z from "zod/mini";
import { STORAGE_BATCH_MAX, STORAGE_KEY_MAX_CHARS } from "../../manifests/bounds/bridge.ts";
import type { Capabilities } from "../../manifests/capabilities/capabilities.ts";
import { storageKeyShape as key } from "../../manifests/shapes/storageKey.ts";
import { always, formType, some, text, typed, upToType, type CapabilityText, type VerbRow } from "./verb.ts";

type Asked = NonNullable<Capabilities["storage"]>;

const prefix = z.optional(
  text(STORAGE_KEY_MAX_CHARS).check(formType(/^[A-Za-z0-9._:~-]*$/, "letters, digits and . _ : ~ -")),
);

const entries = z.array(z.object({ key: z.string(), value: z.unknown() }));
const entry = z.strictObject({ key, value: z.unknown() });
const seen = z.strictObject({ key, value: z.optional(z.unknown()) });
const upToBatch = <T extends z.ZodMiniType>(shape: T) =>
  z.optional(z.array(shape).check(z.maxLength(STORAGE_BATCH_MAX)));
const changes = z.strictObject({ put: upToBatch(entry), delete: upToBatch(key) });
const use = z.object({ bytes: z.int(), keys: z.int() });
const deleted = z.object({ deleted: z.int() });
const part = z.strictObject({ prefix, after: z.optional(key), limit: upToType(STORAGE_BATCH_MAX) });
const listed = z.object({ entries, next: z.nullable(z.string()) });

export const STORAGE = {
  "storage.get": {
    input: z.strictObject({ keys: some(key, STORAGE_BATCH_MAX) }),
    answer: z.object({ entries }),
    methods: {
      get: {
        takes: always({ key }),
        gives: typed("T | undefined"),
        isGeneric: true,
        code: "async (key) => (await ask({ keys: [key] })).entries[0]?.value",
      },
      getMany: {
        says: ["A key that is not stored is not in the map."],
        takes: always({ keys: z.array(key) }),
        gives: typed("Map<string, T>"),
        isGeneric: true,
        code: "async (keys) => new Map((await ask({ keys })).entries.map(({ key, value }) => [key, value]))",
      },
    },
  },
  "storage.put": {
    input: z.strictObject({ entries: some(entry, STORAGE_BATCH_MAX) }),
    answer: use,
    methods: {
      put: {
        takes: always(entry.shape),
        gives: use,
        code: "(key, value) => ask({ entries: [{ key, value }] })",
      },
      putMany: {
        says: ["Stores all entries, or none if the quota does not allow it."],
        takes: always({ entries: z.array(entry) }),
        gives: use,
        code: "(entries) => ask({ entries })",
      },
    },
  },
  "storage.add": {
    input: z.strictObject({ entries: some(entry, STORAGE_BATCH_MAX) }),
    answer: z.object({ added: z.boolean() }),
    methods: {
      add: {
        says: [
          "Stores the value and is true, unless the key is stored already. Of several calls at once, one adds it.",
        ],
        takes: always(entry.shape),
        gives: typed("boolean"),
        code: "async (key, value) => (await ask({ entries: [{ key, value }] })).added",
      },
      addMany: {
        says: ["Stores all entries and is true, or none if one of the keys is stored already."],
        takes: always({ entries: z.array(entry) }),
        gives: typed("boolean"),
        code: "async (entries) => (await ask({ entries })).added",
      },
    },
  },
  "storage.change": {
    input: z.strictObject({ seen: z.array(seen).check(z.maxLength(STORAGE_BATCH_MAX)), ...changes.shape }),
    answer: z.object({ changed: z.boolean() }),
    methods: {
      change: {
        says: [
          "Stores `put`, deletes `delete` and is true, or does nothing if an entry of `seen` is stored otherwise by now.",
          "An entry of `seen` without a value stands for a key that is not stored.",
        ],
        takes: always({ seen: z.array(seen), changes }),
        gives: typed("boolean"),
        code: "async (seen, changes) => (await ask({ seen, ...changes })).changed",
      },
    },
  },
  "storage.delete": {
    input: z.strictObject({ keys: some(key, STORAGE_BATCH_MAX) }),
    answer: deleted,
    methods: {
      delete: {
        takes: always({ keys: z.array(key) }),
        takesMany: true,
        gives: deleted,
        code: "(...keys) => ask({ keys })",
      },
    },
  },
  "storage.list": {
    input: part,
    answer: listed,
    methods: {
      list: {
        says: ["In the order of the keys. Pass `next` as `after` to read the rest."],
        takes: always({ options: z.optional(part) }),
        gives: listed,
        isGeneric: true,
        code: "(options = {}) => ask(options)",
      },
    },
  },
} as const satisfies Readonly<Record<string, VerbRow<Asked>>>;

export const STORAGE_TEXT: CapabilityText<Asked> = {
  name: "Storage",
  declare: ({ maxBytes, maxKeys }, members) => `
/**
 * Data of this plugin in this site: at most ${maxBytes} bytes under ${maxKeys} keys. Values are anything JSON can carry;
 * a key is letters, digits and \`. _ : ~ -\`, a letter or digit first, at most ${STORAGE_KEY_MAX_CHARS} of them.
 */
export interface Storage {
${members}}
`,
};
