/**
 * Reads the secrets of a drill, bearers and agents' tokens, from a private file or standard input. Arguments are no
 * source, because every process of the machine can read them.
 */
import * as z from "zod/mini";
import { SECRETS_FILE_MAX_BYTES } from "../../../../manifests/bounds/provider.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { UsageError } from "../../command/command.ts";
import { boundedFile } from "../../directory/boundedText.ts";

const secret = z.string().check(z.regex(/^[\x21-\x7e]{1,8192}$/, "one word of visible ASCII"));
const tenant = z.strictObject({
  site: z.string(),
  owner: z.strictObject({ issuer: z.string(), subject: z.string() }),
  agent: z.optional(secret),
});
const shape = z.strictObject({
  deployerBearer: secret,
  operatorBearer: secret,
  agents: z.optional(z.string()),
  tenants: z.record(z.string(), tenant),
});

export type DrillFile = z.infer<typeof shape>;

export function drillFile(path: string): DrillFile {
  const parsed = parseStrictJson(boundedFile(path, SECRETS_FILE_MAX_BYTES));
  const read = parsed.ok ? shape.safeParse(parsed.value) : undefined;
  if (read?.success) return read.data;
  throw new UsageError(
    `${path} is not a drill file. It needs deployerBearer, operatorBearer, agents and, for each tenant, site, owner and agent.`,
  );
}
