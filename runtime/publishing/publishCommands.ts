import * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../commands/command.ts";
import { actorName } from "../commands/actor.ts";
import { described } from "../commands/described.ts";
import type { Documents } from "../documents/documents.ts";
import { parseWith } from "../commands/parse.ts";
import type { PublishResult, Publisher } from "./publisher.ts";

/** `change` is the draft's counter that the caller has seen. The command publishes exactly that draft, or nothing. */
export const publishInput = z.strictObject({ change: z.optional(z.int().check(z.gte(0))) });
export const restoreInput = z.strictObject({ release: described(z.int().check(z.gte(1)), "Number of the release.") });

/** The publisher and the documents of a publication. */
export interface PublishParts {
  readonly publisher: Publisher;
  readonly documents: Documents;
}

/** Publishes the draft of a site as it is now. */
export function publish({ publisher, documents }: PublishParts): Command<z.infer<typeof publishInput>, PublishResult> {
  return {
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
export function restoreRelease({ publisher }: PublishParts): Command<{ release: number }, PublishResult> {
  return {
    parse: parseWith(restoreInput),
    prepare: async (envelope, input) => () =>
      publisher.restore(envelope.site, input.release, actorName(envelope.actor)),
  };
}
