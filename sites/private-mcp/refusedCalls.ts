import { digestOf } from "../shared/digest.ts";
import { auditRefusedCommand, isTold } from "../shared/refusedCommands.ts";
import type { CallMessage } from "./message.ts";
import type { Session } from "./server.ts";
import { toolNamed } from "./tools/index.ts";

/**
 * Leaves an audit row of a command that an agent was refused: it names the member and the client. A dry run is no command.
 * The digest is of the tool alone: what was sent may hold a secret.
 */
export async function recordRefusedCall({ env, caller, requestId, refusal }: Session, { params }: CallMessage, at: number): Promise<void> {
  const command = typeof params?.name === "string" ? toolNamed(params.name)?.commandOf(params.arguments?.kind) : undefined;
  if (!command || !isTold(refusal) || params?.arguments?.dryRun === true) return;
  const { tenant, site, identity, client: via } = caller;
  await auditRefusedCommand(env.DB, { tenant, site, identity, command, inputDigest: await digestOf(JSON.stringify([params?.name])), requestId, at, via });
}
