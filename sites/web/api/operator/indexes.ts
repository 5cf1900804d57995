/** The plugin indexes that members may search. Operators list and remove them without a new deployment. */
import * as z from "zod/mini";
import { INDEXES_MAX } from "../../../../manifests/bounds/packages.ts";
import { listedIndexShape, listedIssues, type ListedIndex } from "../../../../manifests/distribution/listedIndexes.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { recordEvent } from "../../../control/records/securityEvents.ts";
import { requestOf } from "../../../platform/security/securityEvents.ts";
import { mayBeLocal, readIndexes } from "../indexes/reading.ts";
import { IndexStore } from "../../../control/operators/pluginIndexes.ts";
import { indexStandingView } from "../indexes/views.ts";
import type { OperatorCall } from "./route.ts";

export const newIndex = listedIndexShape;
export const listedIndexView = z.extend(indexStandingView, {
  url: z.string(),
  /** The keys as they were listed, because thumbprints cannot be converted back to keys. */
  keys: z.array(z.record(z.string(), z.unknown())),
  hosts: z.array(z.string()),
  publishers: z.nullable(z.array(z.string())),
});
export const listedIndexesView = z.strictObject({ items: z.array(listedIndexView) });
export const indexChangedView = z.strictObject({ name: z.string(), changed: z.boolean() });

export async function listIndexes({ env, audit }: OperatorCall): Promise<z.infer<typeof listedIndexesView>> {
  const all = await readIndexes(env, audit.at);
  return {
    items: all.map(({ entry: { url, keys, hosts = [], publishers = null }, state }) => ({
      ...state,
      url,
      keys,
      hosts,
      publishers,
    })),
  };
}

/** Lists an index, or changes its entry. The accepted version remains for rollback checks. */
export async function putIndex(call: OperatorCall<ListedIndex>): Promise<z.infer<typeof indexChangedView>> {
  const { env, body, audit } = call;
  const issues = await listedIssues(body, mayBeLocal(env));
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  if (!(await new IndexStore(env.DB).put(body, audit.actor, audit.at)))
    throw new Refusal("CONFLICT", {
      conflict: "indexes_full",
      reason: `There are ${INDEXES_MAX} indexes, which is the maximum. Remove one first.`,
    });
  return done(call, "plugin_index_listed", body.name, true);
}

export async function removeIndex(call: OperatorCall): Promise<z.infer<typeof indexChangedView>> {
  const name = call.params["index"] ?? "";
  return done(call, "plugin_index_removed", name, await new IndexStore(call.env.DB).remove(name));
}

async function done({ env, request, audit }: OperatorCall, event: string, name: string, changed: boolean) {
  if (changed)
    await recordEvent(env.DB, requestOf(request, audit.requestId), {
      event,
      actor: audit.actor,
      outcome: "done",
      at: audit.at,
    });
  return { name, changed };
}
