import { sha256Hex } from "../../platform/keys/digest.ts";
import { auditRefusedCommand, isAudited } from "../../control/records/audit.ts";
import type { CallMessage } from "./message.ts";
import type { McpRequest } from "./server.ts";
import { toolNamed } from "./tools/index.ts";

/**
 * Writes an audit row when the workspace refuses an agent's command, with member and client. Dry runs are not recorded.
 * The digest covers only the tool's name, because the input may contain a secret.
 */
export async function recordRefusedCall(
  { env, caller, requestId, refusal }: McpRequest,
  { params }: CallMessage,
  at: number,
): Promise<void> {
  const command =
    typeof params?.name === "string" ? toolNamed(params.name)?.commandOf(params.arguments?.kind) : undefined;
  if (!command || !isAudited(refusal) || params?.arguments?.dryRun === true) return;
  const { tenant, site, identity, client: via } = caller;
  await auditRefusedCommand(env.DB, {
    tenant,
    site,
    identity,
    command,
    inputDigest: await sha256Hex(JSON.stringify([params?.name])),
    requestId,
    at,
    via,
  });
}
