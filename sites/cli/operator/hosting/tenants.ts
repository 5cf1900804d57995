/** `svc operator hosting`: deploys, exports, removes and restores tenants that have their own worker. */
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { writeNew } from "../../files/writeNew.ts";
import { PROVISION_MAX_BYTES } from "../../../../manifests/bounds/operators.ts";
import { type Group, type Options, UsageError } from "../../command/command.ts";
import { boundedFile } from "../../directory/boundedText.ts";
import { CONFIRM_OPTION, confirmed } from "../session/confirmation.ts";
import { columns, day } from "../session/operation.ts";
import { type Deployer, hostingCommand } from "./deployer.ts";

const TENANT = ["<tenant>", "the tenant's id"] as const;

function jsonIn(file: string): Record<string, unknown> {
  try {
    const value = JSON.parse(boundedFile(file, PROVISION_MAX_BYTES)) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`${file} is not a JSON object.`);
}

interface Hosted {
  readonly tenant: string;
  readonly worker: string;
  readonly namespace: string;
  readonly release: string;
  readonly artifactSha256: string;
  readonly readyAt: number | null;
}

async function allHosted(deployer: Deployer): Promise<Hosted[]> {
  const all: Hosted[] = [];
  for (let after = "", more = true; more; after = all.at(-1)?.tenant ?? "") {
    const { items } = await deployer.get<{ items: readonly Hosted[] }>(`/tenants?after=${encodeURIComponent(after)}`);
    all.push(...items);
    more = items.length > 0;
  }
  return all;
}

const list = hostingCommand({
  name: "list",
  summary: "List the tenants with their own worker: release, and since when each is ready.",
  examples: ["svc operator hosting list --deployer https://deployer.internal.example"],
  run: async (deployer) => {
    const items = await allHosted(deployer);
    const rows = items.map(({ tenant, worker, release, readyAt }) => [
      tenant,
      worker,
      release,
      readyAt === null ? "not ready" : `ready since ${day(readyAt)}`,
    ]);
    const waiting = items.filter(({ readyAt }) => readyAt === null).length;
    return {
      ok: waiting === 0,
      lines: [
        ...columns(rows),
        waiting === 0 ? "Every tenant is ready." : `${waiting} not ready. The dispatcher sends them no requests.`,
      ],
      data: { address: deployer.address, items },
    };
  },
});

const deploy = hostingCommand({
  name: "deploy",
  summary:
    "Create a tenant's worker, bucket and queue, or compare them with the release. Run it again to continue after an interruption.",
  argument: TENANT,
  options: [
    ["--release <label>", "the release"],
    ["--sha256 <digest>", "digest of the release's artifact"],
  ],
  examples: ["svc operator hosting deploy saltmarrow --release 0.2.0 --sha256 <digest>"],
  run: async (deployer, { args: [tenantId = ""], options }) => {
    const request = { tenantId, release: options.required("release"), sha256: options.required("sha256") };
    const done = await deployer.post<Hosted & { readonly providerCalls: number }>("/tenants/deploy", request);
    return {
      ok: true,
      lines: [
        `${tenantId} is ready: ${done.worker}, release ${done.release}, ${done.providerCalls} requests to the provider.`,
      ],
      data: { address: deployer.address, ...done },
    };
  },
});

const initialise = hostingCommand({
  name: "initialize",
  summary: "Create a site in a tenant's worker from a file, or confirm that it exists with these values.",
  argument: ["<file>", "JSON: tenantId, siteId, pluginIds, bundle, pluginRecords"],
  examples: ["svc operator hosting initialize site.json"],
  run: async (deployer, { args: [file = ""] }) => {
    const request = jsonIn(file);
    const done = await deployer.post<{ readonly created: boolean }>("/tenants/initialize-site", request);
    const name = `${String(request["tenantId"])}/${String(request["siteId"])}`;
    return {
      ok: true,
      lines: [`${name} ${done.created ? "is created." : "already exists with these values; nothing was changed."}`],
      data: { address: deployer.address, ...done },
    };
  },
});

interface Export {
  readonly exportId: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly files: number;
}

/** Writes the receipt of an export. Throws if the file exists, because it is the receipt of another export. */
function keep(path: string | undefined, receipt: object): void {
  if (path !== undefined) writeNew(path, `${JSON.stringify(receipt, null, 2)}\n`);
}

const RECEIPT_OPTION = ["--receipt <file>", "also write the receipt to this new file, readable only by you"] as const;

const exportTenant = hostingCommand({
  name: "export",
  summary: "Copy a tenant's whole state and files to the archive bucket, read it back, and print a receipt.",
  argument: TENANT,
  options: [RECEIPT_OPTION],
  examples: ["svc operator hosting export saltmarrow --receipt saltmarrow.json"],
  run: async (deployer, { args: [tenantId = ""], options }) => {
    const receipt = await deployer.post<Export>("/tenants/export", { tenantId });
    keep(options.text("receipt"), receipt);
    return {
      ok: true,
      lines: [`${receipt.exportId}  ${receipt.sha256}  ${receipt.bytes} bytes, ${countOf(receipt.files, "file")}`],
      data: { address: deployer.address, ...receipt },
      talk: ["svc operator hosting erase and restore need this receipt."],
    };
  },
});

const FROM_OPTION = ["--export <file>", "the receipt from svc operator hosting export"] as const;
const receiptIn = (options: Options): Record<string, unknown> => jsonIn(options.required("export"));

const erase = hostingCommand({
  name: "erase",
  summary: "Remove a suspended tenant permanently: its content, script, consumer, queue and bucket. The export stays.",
  argument: TENANT,
  options: [
    FROM_OPTION,
    RECEIPT_OPTION,
    ["--discard-submissions", "also delete files from visitors that no archive contains"],
    CONFIRM_OPTION,
  ],
  examples: ["svc operator hosting erase svc-drill-a --export svc-drill-a.json"],
  run: async (deployer, invocation) => {
    const {
      options,
      args: [tenantId = ""],
    } = invocation;
    const { exportId, sha256 } = receiptIn(options);
    const confirmation = `ERASE ${tenantId}`;
    await confirmed(
      confirmation,
      `The worker of ${tenantId} is removed with everything in it. Afterwards only the export has its content.`,
      invocation,
    );
    const discards = options.isSet("discardSubmissions") ? { discardSubmissions: true } : {};
    const receipt = await deployer.post<{ readonly erased: { readonly rows: number } }>("/tenants/erase", {
      tenantId,
      exportId,
      sha256,
      confirmation,
      ...discards,
    });
    keep(options.text("receipt"), receipt);
    return {
      ok: true,
      lines: [
        `${tenantId} is removed: ${countOf(receipt.erased.rows, "row")}, script, consumer, queue and bucket. The export has them.`,
      ],
      data: { address: deployer.address, ...receipt },
    };
  },
});

const restore = hostingCommand({
  name: "restore",
  summary: "Restore an export into a tenant's empty workspace, completely or not at all. Deploy the tenant first.",
  argument: TENANT,
  options: [FROM_OPTION, CONFIRM_OPTION],
  examples: ["svc operator hosting restore svc-drill-a --export svc-drill-a.json"],
  run: async (deployer, invocation) => {
    const {
      options,
      args: [tenantId = ""],
    } = invocation;
    const { workerName, dispatchNamespace, release, exportId, sha256, createdAt } = receiptIn(options);
    const confirmation = `RESTORE ${tenantId}`;
    await confirmed(
      confirmation,
      `The empty workspace of ${tenantId} gets the whole content of the export.`,
      invocation,
    );
    const done = await deployer.post<{
      readonly rows: number;
      readonly sites: readonly string[];
      readonly media: { readonly missing: number };
    }>("/tenants/restore", {
      tenantId,
      workerName,
      dispatchNamespace,
      release,
      exportId,
      sha256,
      createdAt,
      confirmation,
    });
    return {
      ok: done.media.missing === 0,
      lines: [
        `Restored ${countOf(done.rows, "row")} of ${done.sites.join(", ")}. To activate the tenant: svc operator tenant ${tenantId} active`,
      ],
      data: { address: deployer.address, ...done },
    };
  },
});

export const HOSTING: Group = {
  name: "hosting",
  summary: "Manage tenants with their own worker. Not offered in the beta.",
  example: "svc operator hosting list --deployer https://deployer.internal.example",
  commands: [list, deploy, initialise, exportTenant, erase, restore],
};
