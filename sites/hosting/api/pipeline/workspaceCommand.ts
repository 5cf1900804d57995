import type { Envelope } from "../../../../runtime/area/command.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { CommandName, RehearsedName } from "../../../../runtime/commandNames.ts";
import type { ApiCall } from "../request/call.ts";
import { entityTag } from "../guards/version.ts";
import type { ApiReply, Route } from "../request/route.ts";

type Asking = Pick<Route, "versioned" | "limits">;

/** The body, with the address's parameters and the version beside it. */
export const inputOf = (
  { versioned }: Pick<Route, "versioned">,
  { body, params, query, version }: ApiCall,
): object => ({
  ...(body as object | undefined),
  ...query,
  ...params,
  ...(versioned ? { [versioned.as]: version } : {}),
});

/** Claim, effect and audit row of the command are one transaction of the workspace. */
export async function askWorkspace(
  name: CommandName,
  { versioned, limits }: Asking,
  call: ApiCall,
  input: object,
): Promise<ApiReply> {
  const answer = expectValue(await call.workspace.execute(name, envelopeOf(call), input, limits.rate ?? undefined));
  return { ...answer, version: versioned ? writtenVersion(answer.json) : null };
}

/** Claims no key and names no version: what it answers is not there. */
export async function rehearseWorkspace(
  name: RehearsedName,
  { limits }: Asking,
  call: ApiCall,
  input: object,
): Promise<ApiReply> {
  const { json } = expectValue(await call.workspace.rehearse(name, envelopeOf(call), input, limits.rate ?? undefined));
  return { json, replayed: false, version: null, standing: null, isRehearsal: true };
}

const envelopeOf = ({ member, key, requestId }: ApiCall): Envelope => ({
  site: member.site,
  actor: { kind: "member", id: member.identity },
  key,
  requestId,
});

/** Builds the header fields for something new: its location and its version (RFC 9110, 15.3.2). */
export function createdFields(creates: string, json: string): Record<string, string> {
  const made = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const version = writtenVersion(json);
  const Location = creates.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(made[name])));
  return { Location, ...(version === null ? {} : { ETag: entityTag(version) }) };
}

/** Reads the new version from a command's answer: the first written document's, or the one the command made. */
function writtenVersion(json: string): number | null {
  const { versions, version } = JSON.parse(json) as { versions?: readonly { version: number }[]; version?: number };
  return versions?.[0]?.version ?? version ?? null;
}
