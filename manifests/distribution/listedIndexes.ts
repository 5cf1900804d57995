/** An index as an operator configures it: its URL, its keys, and what it may list. */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { INDEX_HOSTS_MAX, INDEX_KEYS_MAX, KEY_SCOPES_MAX } from "../bounds/packages.ts";
import type { Issue } from "../refusals/refusal.ts";
import { HOST_SAYS, isHost } from "../shapes/host.ts";
import { exactly, nameShape } from "../shapes/shape.ts";
import { scopeShape } from "../trust/trustKey.ts";
import { indexKeys } from "./openIndex.ts";

const ADDRESS = /^https:\/\/[^\s\\@#]+$/;
/** An address of the machine itself, by which an author tries an index before it has a public one. */
const LOCAL_ADDRESS = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?\/[^\s\\@#?]*$/;

const LOCAL_SAYS = "an https address; http at localhost only on a machine that svc start --insecure-localhost runs";

export const isLocalIndex = ({ url }: Pick<ListedIndex, "url">): boolean =>
  LOCAL_ADDRESS.test(url) && URL.canParse(url);

/**
 * The address of a package of a local index: beside the index, under the last part of the listed address. So the very
 * file that will be published can be tried, and it leads to no other place of this machine.
 */
export function besideLocalIndex({ url }: Pick<ListedIndex, "url">, address: string): string {
  const name = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  return new URL(`./${name}`, url).href;
}

const hostShape = z.string().check(z.refine(isHost, HOST_SAYS));

export const listedIndexShape = exactly({
  name: nameShape,
  url: z
    .string()
    .check(
      z.maxLength(TEXT_MAX_CHARS),
      z.regex(new RegExp(`${ADDRESS.source}|${LOCAL_ADDRESS.source}`), "an https address"),
    ),
  keys: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(INDEX_KEYS_MAX)),
  /** Further hosts that the index may redirect to and packages may come from. */
  hosts: z.exactOptional(z.array(hostShape).check(z.maxLength(INDEX_HOSTS_MAX))),
  /** Publishers and plugins that the index may list. If absent, all. */
  publishers: z.exactOptional(z.array(scopeShape).check(z.minLength(1), z.maxLength(KEY_SCOPES_MAX))),
});

export type ListedIndex = z.infer<typeof listedIndexShape>;

function addressIssues(entry: ListedIndex, mayBeLocal: boolean): Issue[] {
  if (!isLocalIndex(entry)) {
    const host = /^https:\/\/([^/?]+)/.exec(entry.url)?.[1] ?? "";
    return isHost(host) ? [] : [{ pointer: "/url", found: "a host without a public name", allowed: HOST_SAYS }];
  }
  if (!mayBeLocal) return [{ pointer: "/url", found: "an address of this machine", allowed: LOCAL_SAYS }];
  return entry.hosts === undefined
    ? []
    : [{ pointer: "/hosts", found: "hosts beside an address of this machine", allowed: "nothing" }];
}

/** Faults that the shape cannot express. `mayBeLocal` is true on a machine that lets authors try an index. */
export async function listedIssues(entry: ListedIndex, mayBeLocal: boolean): Promise<Issue[]> {
  const { keys } = entry;
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
    ...addressIssues(entry, mayBeLocal),
  ];
}
