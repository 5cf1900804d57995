import * as z from "zod/mini";
import type { Command } from "../area/command.ts";
import { actorName } from "../area/actor.ts";
import { described } from "../commands/described.ts";
import { parseWith } from "../commands/parse.ts";
import { choice, chosenIn, requireSeen } from "./choice.ts";
import type { ChoiceParts } from "./choice.ts";
import type { PublishResult, Publisher } from "./publisher.ts";

/** `change` is the draft's counter that the caller has seen. The command publishes exactly what was seen, or nothing. */
export const publishInput = z.strictObject({
  change: z.optional(z.int().check(z.gte(0))),
  only: described(z.optional(choice), "The documents to publish; the whole draft when absent."),
});
export const restoreInput = z.strictObject({ release: described(z.int().check(z.gte(1)), "Number of the release.") });

/** The publisher and the documents of a publication. */
export interface PublishParts extends ChoiceParts {
  readonly publisher: Publisher;
}

/** Publishes the draft of a site as it is now, or the chosen documents of it. */
export function publish(parts: PublishParts): Command<z.infer<typeof publishInput>, PublishResult> {
  return {
    parse: parseWith(publishInput),
    prepare({ site, actor }, { change, only }) {
      const chosen = only && chosenIn(parts, site, only);
      // The publisher pins the draft before it first waits, so nothing can be written between this look and that.
      if (change !== undefined) requireSeen(parts, site, change, chosen);
      return parts.publisher.prepare(site, actorName(actor), chosen);
    },
  };
}

/** Shows visitors an earlier release again. The draft stays as it is. */
export function restoreRelease({
  publisher,
}: Pick<PublishParts, "publisher">): Command<{ release: number }, PublishResult> {
  return {
    parse: parseWith(restoreInput),
    prepare: async (envelope, input) => () =>
      publisher.restore(envelope.site, input.release, actorName(envelope.actor)),
  };
}
