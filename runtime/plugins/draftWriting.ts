import { Refusal } from "../../manifests/refusal.ts";
import type { Answer } from "../answer.ts";
import { answering } from "../answer.ts";
import { actorName, behalfName } from "../actor.ts";
import type { Actor, Behalf } from "../actor.ts";
import type { Commands } from "../command.ts";
import type { RateLimits } from "../rateLimits.ts";
import type { WriteOutput, WriteParts } from "../writeCommand.ts";
import { writeDocuments } from "../writeCommand.ts";

export interface DraftWritingParts extends WriteParts {
  readonly commands: Commands;
  readonly rateLimits: RateLimits;
}

export interface DraftWriter {
  readonly site: string;
  readonly plugin: string;
  /** The member who caused the call, if one did. */
  readonly behalf?: Behalf | undefined;
  /** False once the call this is written in is over: what was being prepared then is not written. */
  mayStill(): boolean;
}

/** Writes drafts for a plugin. */
export type WriteDraft = (writer: DraftWriter, writes: readonly unknown[]) => Promise<Answer<WriteOutput>>;

/**
 * A plugin writes as a member does: by the same command, with the same checks and the same limit of changes, in audit
 * and in the history under its own name, with the member and the client it was called for. Visitors see nothing of it
 * before a member publishes it.
 */
export function draftWriting({ commands, rateLimits, ...parts }: DraftWritingParts): WriteDraft {
  return ({ site, plugin, behalf, mayStill }, writes) => answering(async () => {
    const actor: Actor = { kind: "plugin", id: plugin, behalf };
    // By documents, not by calls: one may write many.
    rateLimits.require("writes", `${site} ${actorName(actor)}`, undefined, writes.length);
    const id = parts.powers.newId();
    const { json } = await commands.run(lastingAsLong(mayStill, writeDocuments(parts)), { site, actor, key: id, requestId: id, ...(behalf ? { via: behalfName(behalf) } : {}) }, { writes });
    return JSON.parse(json) as WriteOutput;
  });
}

function lastingAsLong(mayStill: () => boolean, command: ReturnType<typeof writeDocuments>): typeof command {
  return {
    ...command,
    async prepare(envelope, input) {
      const commit = await command.prepare(envelope, input);
      return () => {
        if (!mayStill()) throw new Refusal("PLUGIN_UNAVAILABLE", { reason: "The call is over." });
        return commit();
      };
    },
  };
}
