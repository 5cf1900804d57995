import type { Envelope } from "../../../../runtime/area/command.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { CommandName, RehearsedName } from "../../../../runtime/commandNames.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { type CommandFacts, factsInJson } from "../../../../runtime/commands/facts.ts";
import type { ApiCall } from "../request/call.ts";
import { entityTag } from "../guards/version.ts";
import type { ApiReply, PathOfPage, Route } from "../request/route.ts";

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
  const { facts = factsInJson(answer.json) } = answer;
  return { ...answer, facts, version: versioned ? facts.version : null };
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
  role: member.role,
  mayPublish: can(member.role, "content.publish"),
});

/** The headers for a created resource: location and version (RFC 9110, 15.3.2). */
export function createdFields(creates: PathOfPage, { page, version }: CommandFacts): Record<string, string> {
  const Location = creates.replace("{page}", encodeURIComponent(page ?? ""));
  return { Location, ...(version === null ? {} : { ETag: entityTag(version) }) };
}
