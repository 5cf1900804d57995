/**
 * The indexes that an operator lists, the JSON text of `PLUGIN_INDEXES`. An entry with a fault is left out with its
 * reason: a site then finds fewer plugins, and believes nobody more.
 */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import {
  INDEX_HOSTS_MAX,
  INDEX_KEYS_MAX,
  INDEXES_MAX,
  INDEXES_MAX_BYTES,
  KEY_SCOPES_MAX,
} from "../bounds/packages.ts";
import { parseStrictJson } from "../json/strictJson.ts";
import { utf8Length } from "../json/utf8.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import type { Issue } from "../refusals/refusal.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { exactly, nameShape } from "../shapes/shape.ts";
import { scopeShape } from "../trust/trustKey.ts";
import { indexKeys } from "./openIndex.ts";

export const listedIndexShape = exactly({
  name: nameShape,
  url: z.string().check(z.maxLength(TEXT_MAX_CHARS), z.regex(/^https:\/\/[^\s\\@#]+$/, "an https address")),
  keys: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(INDEX_KEYS_MAX)),
  /** Hosts beside the index's own that it may redirect to, and that packages come from. */
  hosts: z.exactOptional(z.array(z.string().check(z.refine(isHost, HOST_SAYS))).check(z.maxLength(INDEX_HOSTS_MAX))),
  publishers: z.exactOptional(z.array(scopeShape).check(z.minLength(1), z.maxLength(KEY_SCOPES_MAX))),
});

export type OperatorIndex = z.infer<typeof listedIndexShape>;

export interface OperatorIndexes {
  readonly indexes: readonly OperatorIndex[];
  readonly refused: readonly Issue[];
}

const issue = (pointer: string, found: string, allowed: string): Issue => ({ pointer, found, allowed });
const none = (fault: Issue): OperatorIndexes => ({ indexes: [], refused: [fault] });

async function readOne(value: unknown): Promise<{ index?: OperatorIndex; issues: readonly Issue[] }> {
  const shaped = listedIndexShape.safeParse(value);
  if (!shaped.success) return { issues: issuesFromZod(shaped.error, value) };
  const sound = await indexKeys(shaped.data.keys);
  return sound.size === shaped.data.keys.length
    ? { index: shaped.data, issues: [] }
    : { issues: [issue("/keys", "a key that is not sound, or one key twice", "public keys of svc plugin keygen")] };
}

export async function readListedIndexes(text: string): Promise<OperatorIndexes> {
  const bytes = utf8Length(text);
  if (bytes > INDEXES_MAX_BYTES) return none(issue("", `${bytes} bytes`, `at most ${INDEXES_MAX_BYTES} bytes`));
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return none(parsed.error.issue);
  if (!Array.isArray(parsed.value)) return none(issue("", "something that is no list", "a list of indexes"));
  const entries = parsed.value as readonly unknown[];
  if (entries.length > INDEXES_MAX) return none(issue("", `${entries.length} indexes`, `at most ${INDEXES_MAX}`));
  return joined(await Promise.all(entries.map(readOne)));
}

/** Two entries of one name would have two keys; neither is taken. */
function joined(read: readonly Awaited<ReturnType<typeof readOne>>[]): OperatorIndexes {
  const counted = Map.groupBy(read, ({ index }) => index?.name);
  return {
    indexes: read.flatMap(({ index }) => (index && counted.get(index.name)?.length === 1 ? [index] : [])),
    refused: read.flatMap(({ index, issues }, at) => [
      ...issues.map((fault) => ({ ...fault, pointer: `/${at}${fault.pointer}` })),
      ...(index && counted.get(index.name)?.length !== 1
        ? [issue(`/${at}/name`, "a name that stands twice", "each name once")]
        : []),
    ]),
  };
}
