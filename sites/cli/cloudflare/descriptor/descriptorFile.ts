/** The descriptor's file: read within a size bound, and written once with placeholders. */
import { existsSync, writeFileSync } from "node:fs";
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import { Trouble, UsageError } from "../../command/command.ts";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { boundedFile } from "../../directory/boundedText.ts";
import { findingsLines } from "./findingText.ts";
import { DESCRIPTOR_MAX_BYTES, DESCRIPTOR_VERSION, readDescriptor, type Descriptor } from "./descriptor.ts";

const OWNER_ONLY = 0o600;
const SCHEMA = "https://json-schema.org/draft/2020-12/schema";

/** Every member of the descriptor with a placeholder. `doctor` and `prepare` refuse placeholders. */
export const TEMPLATE = {
  $schema: "./descriptor.schema.json",
  schemaVersion: DESCRIPTOR_VERSION,
  d1: { databaseName: "replace-database-name", databaseId: "replace-database-id" },
  kv: {
    publicContentId: "replace-public-content-id",
    oauthId: "replace-oauth-id",
    authStateId: "replace-auth-state-id",
  },
  r2: { mediaBucket: "replace-media-bucket", backupsBucket: "replace-backups-bucket" },
  queues: { publish: "replace-publish-queue", deadLetter: "replace-dead-letter-queue" },
  oauth: {
    issuer: "replace-issuer",
    authorizationEndpoint: "replace-authorization-endpoint",
    tokenEndpoint: "replace-token-endpoint",
    userinfoEndpoint: "replace-userinfo-endpoint",
    siteClientId: "replace-site-client-id",
    privateMcpClientId: "replace-private-mcp-client-id",
  },
  siteOrigin: "replace-site-origin",
  privateMcpOrigin: "replace-private-mcp-origin",
  publicMcpOrigin: "replace-public-mcp-origin",
  mediaPublicBaseUrl: "replace-media-public-base-url",
  pluginTrustKeys: [],
} as const;

/** Writes the template. Throws if the file exists, so that no operator's values are lost. */
export function writeTemplate(path: string, schemaPath: string, schema: Record<string, unknown>): void {
  writeFileSync(path, `${JSON.stringify(TEMPLATE, null, 2)}\n`, { mode: OWNER_ONLY, flag: "wx" });
  writeFileSync(schemaPath, `${JSON.stringify({ $schema: SCHEMA, ...schema }, null, 2)}\n`, { mode: OWNER_ONLY });
}

const shown = ({ pointer, found, allowed }: Issue) => ({ where: pointer || "/", found, allowed });

/** Reads a descriptor's file. Throws a trouble that names each fault by its JSON pointer. */
export async function descriptorAt(path: string): Promise<Descriptor> {
  if (!existsSync(path))
    throw new UsageError(
      `There is no descriptor ${path}. svc cloudflare descriptor makes one, with values to replace.`,
    );
  const read = await readDescriptor(boundedFile(path, DESCRIPTOR_MAX_BYTES));
  if (read.ok) return read.value;
  const lines = [
    path,
    ...findingsLines(read.error.map(shown)),
    "",
    `Not valid: ${countOf(read.error.length, "value")} to correct in the descriptor.`,
  ];
  throw new Trouble("The descriptor is not valid.", {
    ok: false,
    lines,
    data: { descriptor: path, issues: read.error },
  });
}
