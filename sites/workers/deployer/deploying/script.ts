import {
  type ScriptPlace,
  type StoredScript,
  tenantScript,
  tenantScriptSettings,
  uploadTenantScript,
} from "../../../platform/provider/tenants.ts";
import {
  type TenantBinding,
  TENANT_COMPATIBILITY_DATE,
  TENANT_COMPATIBILITY_FLAGS,
  TENANT_MIGRATION,
  tenantBindings,
} from "../../../platform/tenants/bindings.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { deriveSealingSecret } from "../tenants/sealing.ts";
import type { TenantWorkerRow } from "../../../control/tenants/tenantWorkers.ts";
import { identityOf } from "../tenants/tenantWorkers.ts";
import type { ReleaseArtifact } from "./artifact.ts";
import { bindingFault } from "./bindings.ts";
import { readBack } from "./readBack.ts";
import { stopped, trusted, trustedIfThere } from "./stopped.ts";

const MAIN_MODULE = "index.js";

export const scriptPlace = ({ account, namespace }: Hosting, { worker }: TenantWorkerRow): ScriptPlace => ({
  account,
  namespace,
  script: worker,
});

const ownTag = ({ tenant }: TenantWorkerRow): string => `tenant-${tenant}`;

/**
 * Tags with the tenant and the artifact. The provider splits tags at commas and ampersands. Half of the digest
 * identifies the artifact.
 */
const tagsOf = (row: TenantWorkerRow): readonly string[] => [
  ownTag(row),
  `artifact-${row.artifactSha256.slice(0, 32)}`,
];

export const storedScript = async (hosting: Hosting, row: TenantWorkerRow): Promise<StoredScript | undefined> =>
  trustedIfThere("script", await hosting.provider.ask(tenantScript(scriptPlace(hosting, row))));

export function requireOwnScript(row: TenantWorkerRow, { script }: StoredScript): void {
  if (!script.tags?.includes(ownTag(row)))
    throw stopped("script", "a script of this name that is not this tenant's", "no script, or this tenant's");
}

/** Uploads the tenant's script, reads it back, and compares id, etag, tags, migration and all bindings. */
export async function ensureScript(hosting: Hosting, row: TenantWorkerRow, artifact: ReleaseArtifact): Promise<void> {
  const before = await storedScript(hosting, row);
  if (before) requireOwnScript(row, before);
  const bindings = await makeBindings(hosting, row);
  const form = formOf({ row, artifact, bindings, before });
  const { etag } = trusted("script", await hosting.provider.ask(uploadTenantScript(scriptPlace(hosting, row), form)));
  requireSame(row, etag, await readBack(hosting, "script", () => storedScript(hosting, row)));
  await requireBindings(hosting, row, bindings);
}

const makeBindings = async (hosting: Hosting, row: TenantWorkerRow): Promise<readonly TenantBinding[]> =>
  tenantBindings({
    identity: identityOf(row),
    names: row,
    dispatchKeys: hosting.dispatchKeys,
    sealingSecret: await deriveSealingSecret(hosting.sealingSecrets, row.tenant),
    lending: hosting.lending,
  });

interface Upload {
  readonly row: TenantWorkerRow;
  readonly artifact: ReleaseArtifact;
  readonly bindings: readonly TenantBinding[];
  readonly before: StoredScript | undefined;
}

function formOf({ row, artifact: { module }, bindings, before }: Upload): FormData {
  const metadata = {
    main_module: MAIN_MODULE,
    compatibility_date: TENANT_COMPATIBILITY_DATE,
    compatibility_flags: TENANT_COMPATIBILITY_FLAGS,
    bindings,
    tags: tagsOf(row),
    // The provider refuses a migration that has already run.
    ...(before?.script.migration_tag === TENANT_MIGRATION.new_tag ? {} : { migrations: TENANT_MIGRATION }),
  };
  const form = new FormData();
  form.set("metadata", JSON.stringify(metadata));
  form.set(MAIN_MODULE, new Blob([module], { type: "application/javascript+module" }), MAIN_MODULE);
  return form;
}

function requireSame(row: TenantWorkerRow, etag: string, { script }: StoredScript): void {
  if (script.etag !== etag) throw stopped("script", "another etag", "the etag of the upload");
  const [wanted, found] = [tagsOf(row), new Set(script.tags)];
  if (found.size !== wanted.length || !wanted.every((tag) => found.has(tag)))
    throw stopped("script", "other tags", "the tags of the upload");
  if (script.migration_tag !== TENANT_MIGRATION.new_tag)
    throw stopped("script", "another migration", `migration ${TENANT_MIGRATION.new_tag}`);
}

async function requireBindings(
  hosting: Hosting,
  row: TenantWorkerRow,
  uploaded: readonly TenantBinding[],
): Promise<void> {
  const { bindings, compatibility_date } = await readBack(hosting, "bindings", async () =>
    trustedIfThere("bindings", await hosting.provider.ask(tenantScriptSettings(scriptPlace(hosting, row)))),
  );
  const fault = bindingFault(uploaded, bindings, row.worker);
  if (fault) throw stopped("bindings", fault, "the bindings of the upload and no other");
  if (compatibility_date !== TENANT_COMPATIBILITY_DATE)
    throw stopped("bindings", "another compatibility date", TENANT_COMPATIBILITY_DATE);
}
