import { expectValue } from "../../../runtime/answer.ts";
import type { CommandName } from "../../../runtime/commandName.ts";
import type { Call } from "./call.ts";
import type { Reply, Route } from "./routes/route.ts";

/** Claim, effect and audit row of the command are one transaction of the workspace. */
export async function askWorkspace(
  name: CommandName,
  { versioned, limits }: Pick<Route, "versioned" | "limits">,
  call: Call,
): Promise<Reply> {
  const { member, key, requestId, workspace } = call;
  const envelope = { site: member.site, actor: { kind: "member", id: member.identity }, key, requestId } as const;
  const input = {
    ...(call.body as object | undefined),
    ...call.params,
    ...(versioned ? { [versioned.as]: call.version } : {}),
  };
  const answer = expectValue(await workspace.execute(name, envelope, input, limits.rate ?? undefined));
  return { ...answer, version: versioned ? writtenVersion(answer.json) : null };
}

/** A command says first what it has written of the document it is for. */
function writtenVersion(json: string): number | null {
  const { versions } = JSON.parse(json) as { versions?: readonly { version: number }[] };
  return versions?.[0]?.version ?? null;
}
