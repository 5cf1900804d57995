import { expectValue } from "../../../runtime/answer.ts";
import type { CommandName } from "../../../runtime/commandName.ts";
import type { Call } from "./call.ts";
import { entityTag } from "./guards/version.ts";
import type { Reply, Route } from "./routes/route.ts";

type Asking = Pick<Route, "versioned" | "limits">;

/** The body, with the address's parameters and the version beside it. */
export const inputOf = ({ versioned }: Pick<Route, "versioned">, { body, params, query, version }: Call): object => ({
  ...(body as object | undefined),
  ...query,
  ...params,
  ...(versioned ? { [versioned.as]: version } : {}),
});

/** Claim, effect and audit row of the command are one transaction of the workspace. */
export async function askWorkspace(name: CommandName, { versioned, limits }: Asking, call: Call, input: object): Promise<Reply> {
  const { member, key, requestId, workspace } = call;
  const envelope = { site: member.site, actor: { kind: "member", id: member.identity }, key, requestId } as const;
  const answer = expectValue(await workspace.execute(name, envelope, input, limits.rate ?? undefined));
  return { ...answer, version: versioned ? writtenVersion(answer.json) : null };
}

/** What RFC 9110 15.3.2 says of something new: where it is, and which version it has. */
export function createdFields(creates: string, json: string): Record<string, string> {
  const made = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const version = writtenVersion(json);
  const Location = creates.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(made[name])));
  return { Location, ...(version === null ? {} : { ETag: entityTag(version) }) };
}

/** A command says first what it has written of the document it is for, or which version it has made. */
function writtenVersion(json: string): number | null {
  const { versions, version } = JSON.parse(json) as { versions?: readonly { version: number }[]; version?: number };
  return versions?.[0]?.version ?? version ?? null;
}
