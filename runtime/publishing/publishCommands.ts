import * as z from "zod/mini";
import { Refusal } from "../../manifests/refusal.ts";
import type { Command } from "../command.ts";
import { actorName } from "../actor.ts";
import { described } from "../described.ts";
import type { Documents } from "../documents.ts";
import { parseWith } from "../parse.ts";
import type { PublishResult, Publisher } from "./publisher.ts";

/** `change` is the draft's counter as the caller has seen it: what is published is then that draft or nothing. */
export const publishInput = z.strictObject({ change: z.optional(z.int().check(z.gte(0))) });
export const restoreInput = z.strictObject({ release: described(z.int().check(z.gte(1)), "Number of the release.") });

/** Publishes the draft of a site as it is now. */
export function publish(
  publisher: Publisher,
  documents: Documents,
): Command<z.infer<typeof publishInput>, PublishResult> {
  return {
    name: "publish",
    parse: parseWith(publishInput),
    prepare(envelope, { change }) {
      // The publisher pins the draft before it first waits, so nothing can be written between this look and that.
      const current = documents.change(envelope.site);
      if (change !== undefined && change !== current) throw new Refusal("STALE_VERSION", { kind: "draft", current });
      return publisher.prepare(envelope.site, actorName(envelope.actor));
    },
  };
}

/** Shows visitors an earlier release again. The draft stays as it is. */
export function restoreRelease(publisher: Publisher): Command<{ release: number }, PublishResult> {
  return {
    name: "release.restore",
    parse: parseWith(restoreInput),
    prepare: async (envelope, input) => () =>
      publisher.restore(envelope.site, input.release, actorName(envelope.actor)),
  };
}
