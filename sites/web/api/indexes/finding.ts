import { LIST_MAX_ROWS } from "../../../../manifests/bounds/api.ts";
import {
  type IndexClaim,
  claimsOf,
  foundClaims,
  outdatedIn,
  rivalClaims,
} from "../../../../manifests/distribution/claims.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ApiCall } from "../request/call.ts";
import { readIndexes } from "./reading.ts";
import type { PluginIndexesView } from "./views.ts";

type Searching = Pick<ApiCall, "workspace" | "member" | "env" | "at">;

/** Searches the indexes for plugins, and compares them with the site's. */
export async function indexesFor({ workspace, member, env, at }: Searching, text: string): Promise<PluginIndexesView> {
  const { items } = expectValue(await workspace.read("plugins", member.site));
  const all = await readIndexes(env, at);
  const indexes = all.flatMap(({ index }) => (index ? [index] : []));
  const [found, claims] = [foundClaims(indexes, text), foundClaims(indexes, "")];
  return {
    indexes: all.map(({ state }) => state),
    items: found.slice(0, LIST_MAX_ROWS).map((claim) => ({ ...claim, versions: [...claim.versions] })),
    total: found.length,
    outdated: outdatedIn(items, claims),
    rivals: rivalClaims(items, claims)
      .slice(0, LIST_MAX_ROWS)
      .map((claim) => ({ ...claim, versions: [...claim.versions] })),
  };
}

/** The claim of an index to a plugin id; undefined if no valid version of the index lists the plugin. */
export async function claimTo(
  { env, at }: Pick<Searching, "env" | "at">,
  name: string,
  id: string,
): Promise<IndexClaim | undefined> {
  const found = (await readIndexes(env, at)).find(({ state }) => state.name === name)?.index;
  return found && claimsOf(found).find(({ plugin }) => plugin === id);
}
