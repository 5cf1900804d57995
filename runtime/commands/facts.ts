import type { Command } from "../area/command.ts";

/** Facts about a command's answer, for callers that pass its JSON on unread. */
export interface CommandFacts {
  /** The version of the document that the command wrote, or of the first of several. Null if the answer has none. */
  readonly version: number | null;
  /** The id of the page in the answer. Null if it names none. */
  readonly page: string | null;
  /** The plugin whose isolates the command made useless. Null if it made none useless. */
  readonly ended: string | null;
}

/** The members by which outputs tell facts, whichever command has made them. */
interface Telling {
  readonly versions?: readonly { readonly version?: unknown }[];
  readonly version?: unknown;
  readonly page?: unknown;
}

const isTelling = (output: unknown): output is Telling => typeof output === "object" && output !== null;

export function commandFacts<Output>(
  command: Pick<Command<never, Output>, "endsIsolates">,
  output: Output,
): CommandFacts {
  const { versions, version, page }: Telling = isTelling(output) ? output : {};
  const written = versions?.[0]?.version ?? version;
  return {
    version: typeof written === "number" ? written : null,
    page: typeof page === "string" ? page : null,
    ended: command.endsIsolates?.(output) ?? null,
  };
}

/** The facts in the JSON of an answer, for one that came without them: from a workspace of an earlier release. */
export const factsInJson = (json: string): CommandFacts => commandFacts({}, JSON.parse(json) as unknown);
