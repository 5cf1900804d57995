/** Point 6: an export can only be restored into its own tenant, and only with its own digest. */
import { randomUUID } from "node:crypto";
import { sha256 } from "../../../files/sha256.ts";
import { HOSTING_REQUEST_MAX_BYTES } from "../../../../../manifests/bounds/hosting.ts";
import { tenantNames } from "../../../../platform/tenants/names.ts";
import { type DrillCheck, judged } from "../session/check.ts";
import type { DrillTenant, Reply } from "../session/plan.ts";
import { type ArchiveNote, type DrillSession, isGood, jsonOf } from "../session/session.ts";
import { DrillStop } from "../session/stop.ts";

export interface DrillExport {
  readonly tenantId: string;
  readonly workerName: string;
  readonly dispatchNamespace: string;
  readonly release: string;
  readonly exportId: string;
  readonly sha256: string;
  readonly createdAt: number;
}

/**
 * The day's idempotency key of an export. A tenant keeps few exports, each for a day, so all drills of a day share one.
 */
const todaysExportKey = ({ id }: DrillTenant): string =>
  `drill-${id}-${new Date(Date.now()).toISOString().slice(0, 10)}`;

/** Makes an export, twice with the same idempotency key. Stops the drill if the second answer differs. */
export async function makeExport(
  session: DrillSession,
  { id }: DrillTenant,
  key: string = randomUUID(),
): Promise<DrillExport | undefined> {
  const [first, second] = [
    jsonOf<DrillExport>(await session.deployer("/tenants/export", { tenantId: id }, key)),
    jsonOf<DrillExport>(await session.deployer("/tenants/export", { tenantId: id }, key)),
  ];
  if (first && !second) throw new DrillStop("missing-archive");
  if (first?.sha256 !== second?.sha256 || first?.exportId !== second?.exportId)
    throw new DrillStop("checksum-discrepancy");
  if (first) session.archives.push(noteOf(first));
  return first;
}

const noteOf = ({ tenantId, exportId, sha256, createdAt }: DrillExport): ArchiveNote => ({
  tenantId,
  exportId,
  sha256,
  createdAt,
});

export function restoreInto(
  session: DrillSession,
  { id }: DrillTenant,
  from: Pick<DrillExport, "exportId" | "sha256" | "createdAt">,
  change: object = {},
): Promise<Reply> {
  const { plan } = session;
  const { exportId, sha256, createdAt } = from;
  return session.deployer("/tenants/restore", {
    tenantId: id,
    workerName: tenantNames(id).worker,
    dispatchNamespace: plan.namespace,
    release: plan.release,
    exportId,
    sha256,
    createdAt,
    confirmation: `RESTORE ${id}`,
    ...change,
  });
}

/** True if the request was refused. Stops the drill if it succeeded. */
function requireRefused(reply: Reply): boolean {
  if (isGood(reply)) throw new DrillStop("forged-request");
  return reply.status >= 400 && reply.status < 500;
}

const foreign: DrillCheck = {
  id: "exports.foreign",
  point: 6,
  title: "the deployer refuses another tenant's export with this tenant's confirmation",
  async run(session) {
    const receipt = await makeExport(session, session.b, todaysExportKey(session.b));
    if (!receipt) return "failed";
    const plain = requireRefused(await restoreInto(session, session.a, receipt));
    const { tenantId: _tenant, workerName, dispatchNamespace, release } = receipt;
    const whole = requireRefused(
      await restoreInto(session, session.a, receipt, { workerName, dispatchNamespace, release }),
    );
    return judged(plain && whole);
  },
};

const tampered: DrillCheck = {
  id: "exports.tampered",
  point: 6,
  title: "the deployer refuses a wrong digest, time or confirmation",
  async run(session) {
    const receipt = await makeExport(session, session.a);
    if (!receipt) return "failed";
    const changes = [
      { sha256: sha256(receipt.sha256) },
      { createdAt: receipt.createdAt + 1 },
      { confirmation: `RESTORE ${session.b.id}` },
    ];
    const refused: boolean[] = [];
    for (const change of changes) refused.push(requireRefused(await restoreInto(session, session.a, receipt, change)));
    return judged(refused.every(Boolean));
  },
};

const bounded: DrillCheck = {
  id: "exports.bounded",
  point: 6,
  title: "the deployer refuses a restore request that is too large",
  async run(session) {
    const { id } = session.a;
    const none = { exportId: `${id}/exports/none.json`, sha256: "0".repeat(64), createdAt: 0 };
    const confirmation = "x".repeat(HOSTING_REQUEST_MAX_BYTES);
    const reply = await restoreInto(session, session.a, none, { confirmation });
    return judged(requireRefused(reply) && reply.status === TOO_LARGE);
  },
};

const TOO_LARGE = 413;

export const EXPORTS: readonly DrillCheck[] = [foreign, tampered, bounded];
