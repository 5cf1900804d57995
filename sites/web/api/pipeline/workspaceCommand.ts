import type { Envelope } from "../../../../runtime/area/command.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { CommandName, RehearsedName } from "../../../../runtime/commandNames.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { ApiCall } from "../request/call.ts";
import { entityTag } from "../guards/version.ts";
import type { ApiReply, Route } from "../request/route.ts";

type Asking = Pick<Route, "versioned" | "limits">;

/** A command's input: the body, the path parameters and the version. */
export const inputOf = (
  { versioned }: Pick<Route, "versioned">,
  { body, params, query, version }: ApiCall,
): object => ({
  ...(body as object | undefined),
  ...query,
  ...params,
  ...(versioned ? { [versioned.as]: version } : {}),
});

/** Runs a workspace command. Claim, effect and audit row are one transaction of the workspace. */
export async function askWorkspace(
  name: CommandName,
  { versioned, limits }: Asking,
  call: ApiCall,
  input: object,
): Promise<ApiReply> {
  const answer = expectValue(await call.workspace.execute(name, envelopeOf(call), input, limits.rate ?? undefined));
  return { ...answer, version: versioned ? writtenVersion(answer.json) : null };
}

/** Rehearses a workspace command, without a claim. The answer has no version, because nothing was written. */
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
  mayPublish: can(member.role, "content.publish"),
});

/** The headers for a created resource: location and version (RFC 9110, 15.3.2). */
export function createdFields(creates: string, json: string): Record<string, string> {
  const made = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const version = writtenVersion(json);
  const Location = creates.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(made[name])));
  return { Location, ...(version === null ? {} : { ETag: entityTag(version) }) };
}

/** The new version in a command's answer: the first written document's, or the answer's own. */
function writtenVersion(json: string): number | null {
  const { versions, version } = JSON.parse(json) as { versions?: readonly { version: number }[]; version?: number };
  return versions?.[0]?.version ?? version ?? null;
}
