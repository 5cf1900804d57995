/** An index as an operator configures it: its URL, its keys, and what it may list. */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { INDEX_HOSTS_MAX, INDEX_KEYS_MAX, KEY_SCOPES_MAX } from "../bounds/packages.ts";
import type { Issue } from "../refusals/refusal.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { exactly, nameShape } from "../shapes/shape.ts";
import { scopeShape } from "../trust/trustKey.ts";
import { indexKeys } from "./openIndex.ts";

const hostShape = z.string().check(z.refine(isHost, HOST_SAYS));

export const listedIndexShape = exactly({
  name: nameShape,
  url: z.string().check(z.maxLength(TEXT_MAX_CHARS), z.regex(/^https:\/\/[^\s\\@#]+$/, "an https address")),
  keys: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(INDEX_KEYS_MAX)),
  /** Further hosts that the index may redirect to and packages may come from. */
  hosts: z.exactOptional(z.array(hostShape).check(z.maxLength(INDEX_HOSTS_MAX))),
  /** Publishers and plugins that the index may list. If absent, all. */
  publishers: z.exactOptional(z.array(scopeShape).check(z.minLength(1), z.maxLength(KEY_SCOPES_MAX))),
});

export type ListedIndex = z.infer<typeof listedIndexShape>;

/** Faults that the shape cannot express. */
export async function listedIssues({ keys, url }: ListedIndex): Promise<Issue[]> {
  const host = /^https:\/\/([^/?]+)/.exec(url)?.[1] ?? "";
  return [
    ...((await indexKeys(keys)).size === keys.length
      ? []
      : [
          {
            pointer: "/keys",
            found: "a key that is invalid or listed twice",
            allowed: "distinct keys as svc plugin keygen prints them",
          },
        ]),
    ...(isHost(host) ? [] : [{ pointer: "/url", found: "a host without a public name", allowed: HOST_SAYS }]),
  ];
}
