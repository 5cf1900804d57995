import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Answer, answering } from "../commands/answer.ts";
import { actorName, behalfName, type Actor, type Behalf } from "../area/actor.ts";
import type { Commands } from "../commands/commands.ts";
import { EDITING_COMMANDS } from "./commandTable.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import { type WriteOutput, type WriteParts, writeDocuments } from "./writeCommand.ts";

export interface DraftWritingParts extends WriteParts {
  readonly commands: Commands;
  readonly rateLimits: RateLimits;
}

export interface DraftWriter {
  readonly site: string;
  readonly plugin: string;
  /** The member who caused the call, if any. */
  readonly behalf?: Behalf | undefined;
  /** False once the plugin's call is over. A write that is still in preparation then is not committed. */
  mayStill(): boolean;
}

/** Writes drafts on behalf of a plugin. */
export type WriteDraft = (writer: DraftWriter, writes: readonly unknown[]) => Promise<Answer<WriteOutput>>;

/**
 * Lets a plugin write drafts with the members' command, checks and limits. Audit and history name the plugin, its
 * member and the client. Visitors see the result only after a member publishes.
 */
export function draftWriting(parts: DraftWritingParts): WriteDraft {
  return ({ site, plugin, behalf, mayStill }, writes) =>
    answering(async () => {
      const actor: Actor = { kind: "plugin", id: plugin, behalf };
      // The rate limit counts documents, because one call may write many.
      parts.rateLimits.require("writes", `${site} ${actorName(actor)}`, undefined, writes.length);
      const id = parts.powers.newId();
      const { json } = await parts.commands.run(
        {
          name: "documents.write",
          ...EDITING_COMMANDS["documents.write"],
          ...lastingAsLong(mayStill, writeDocuments(parts)),
        },
        { site, actor, key: id, requestId: id, ...(behalf ? { via: behalfName(behalf) } : {}) },
        { writes },
      );
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
