/** `svc operator backup-return`: brings a copied archive and its files back to a deployment. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { LACKING_MAX } from "../../../manifests/bounds/backups.ts";
import { archiveId } from "../../../runtime/backups/views.ts";
import { type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { sha256 } from "../files/sha256.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { ARCHIVE_MEDIA, type CopiedArchive, readCopiedArchive } from "./copiedArchive.ts";
import { operation, pathPart } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

interface Copy {
  readonly tenant: string;
  readonly backup: string;
  readonly archive: CopiedArchive;
  /** The path of each file that the archive names, by its digest. */
  readonly pathOf: (digest: string) => string;
}

interface Plan {
  /** Files that the deployment lacks and the folder has. */
  readonly sends: readonly string[];
  /** Files that the deployment has already. */
  readonly there: number;
  /** Files that neither has. */
  readonly missing: readonly string[];
  /** Files of the folder whose bytes have another digest. */
  readonly damaged: readonly string[];
}

/** The archive's id, which stands in the name that `backup-copy` gave the file. */
function backupIn(path: string, tenant: string, { options }: Invocation): string {
  const name = basename(path, ".jsonl");
  const id = options.text("backup") ?? (name.startsWith(`${tenant}-`) ? name.slice(tenant.length + 1) : "");
  if (archiveId.safeParse(id).success) return id;
  throw new UsageError(`${basename(path)} does not name a backup of ${tenant}. Name it with --backup <backup>.`);
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Trouble(`${path} cannot be read (${(error as Error).message}).`);
  }
}

function readCopy(path: string, invocation: Invocation): Copy {
  const [tenant = ""] = invocation.args;
  const backup = backupIn(path, tenant, invocation);
  const archive = readCopiedArchive(bytesOf(path));
  if (!archive) throw new Trouble(`${path} is no whole archive: a byte is lost or altered. Nothing was sent.`);
  if (archive.tenant !== tenant) throw new Trouble(`${path} is an archive of ${archive.tenant}, not of ${tenant}.`);
  return { tenant, backup, archive, pathOf: (digest) => join(dirname(path), ARCHIVE_MEDIA, digest) };
}

/** Throws unless the archive has the digest of its receipt. A dry run may leave the digest out. */
function requireReceipt({ archive }: Copy, { options }: Invocation): void {
  const wanted = options.isSet("apply") ? options.required("sha256") : (options.text("sha256") ?? archive.sha256);
  if (wanted !== archive.sha256)
    throw new Trouble(`The archive has the digest ${archive.sha256}, and its receipt another. Nothing was sent.`);
}

async function lackingOf(session: OperatorSession, { tenant, archive: { files } }: Copy): Promise<readonly string[]> {
  const lacking: string[] = [];
  for (let at = 0; at < files.length; at += LACKING_MAX) {
    const digests = files.slice(at, at + LACKING_MAX);
    const path = `/tenants/${pathPart(tenant)}/lacking-files`;
    lacking.push(...(await session.send<{ readonly digests: string[] }>("POST", path, { digests })).value.digests);
  }
  return lacking;
}

const STATES = ["sends", "missing", "damaged"] as const;

function stateOf(path: string, digest: string): (typeof STATES)[number] {
  if (!existsSync(path) || !statSync(path).isFile()) return "missing";
  return sha256(readFileSync(path)) === digest ? "sends" : "damaged";
}

async function planned(session: OperatorSession, copy: Copy): Promise<Plan> {
  const lacking = await lackingOf(session, copy);
  const by = Map.groupBy(lacking, (digest) => stateOf(copy.pathOf(digest), digest));
  const [sends = [], missing = [], damaged = []] = STATES.map((state) => by.get(state));
  return { sends, missing, damaged, there: copy.archive.files.length - lacking.length };
}

const linesOf = ({ archive, backup, pathOf }: Copy, { sends, there, missing, damaged }: Plan): string[] => [
  `Archive ${backup}, sha256 ${archive.sha256}, in ${countOf(archive.parts.length, "part")}.`,
  `Files: ${archive.files.length}. ${there} there already, ${sends.length} to send.`,
  ...missing.map((digest) => `Missing: ${pathOf(digest)}`),
  ...damaged.map((digest) => `Damaged: ${pathOf(digest)} has other bytes than its name says.`),
];

/** Sends each file and then each part of the archive. What was sent before an interruption is there already. */
async function send(session: OperatorSession, { tenant, backup, archive, pathOf }: Copy, plan: Plan): Promise<void> {
  const at = `/tenants/${pathPart(tenant)}/backups`;
  for (const digest of plan.sends) await session.put(`${at}/files/${digest}`, readFileSync(pathOf(digest)));
  for (const { sha256: digest, bytes } of archive.parts)
    await session.put(`${at}/${pathPart(backup)}/pieces/${digest}`, bytes);
}

async function run(session: OperatorSession, invocation: Invocation): Promise<Outcome> {
  const { options } = invocation;
  const copy = readCopy(options.required("archive"), invocation);
  requireReceipt(copy, invocation);
  const { tenant, backup, archive } = copy;
  const plan = await planned(session, copy);
  const lacks = plan.missing.length + plan.damaged.length;
  const withoutFiles = options.isSet("withoutFiles");
  const data = { address: session.site, tenant, backup, sha256: archive.sha256, ...plan };
  const isReady = lacks === 0 || withoutFiles;
  const lines = linesOf(copy, plan);
  if (!isReady)
    return {
      ok: false,
      lines: [...lines, `Nothing was sent. To go on without ${countOf(lacks, "file")}: --without-files`],
      data,
    };
  if (!options.isSet("apply"))
    return { ok: true, lines: [...lines, `Nothing was sent. To send: --sha256 ${archive.sha256} --apply`], data };
  await send(session, copy, plan);
  const path = `/tenants/${pathPart(tenant)}/backups/${pathPart(backup)}`;
  const { status } = await session.send("PUT", path, { sha256: archive.sha256, ...(withoutFiles && { withoutFiles }) });
  return {
    ok: true,
    lines: [
      ...lines,
      status === 201 ? `The backup ${backup} of ${tenant} is back.` : `The backup ${backup} of ${tenant} was there.`,
    ],
    data: { ...data, created: status === 201 },
    talk: [
      `Restore it into the empty workspace: svc operator restore ${tenant} --backup ${backup} --sha256 ${archive.sha256}`,
    ],
  };
}

export const backupReturn = operation({
  name: "backup-return",
  summary:
    "Bring a copied archive and its files back to a deployment, each under its digest. Without --apply, it says what would be sent. Run it again after an interruption.",
  argument: ["<tenant>", "the tenant's id"],
  options: [
    ["--archive <file>", "the archive's copy; its files lie in the folder media beside it"],
    ["--sha256 <digest>", "its digest, as the removal or svc operator backups named it"],
    ["--backup <backup>", "the backup's id, if the file has another name than backup-copy gave it"],
    ["--without-files", "go on although files are missing or damaged; a restore then lacks them"],
    ["--apply", "send; without it, the command says what it would send"],
  ],
  examples: [
    "svc operator backup-return saltmarrow --archive kept/saltmarrow-b3c1.jsonl",
    "svc operator backup-return saltmarrow --archive kept/saltmarrow-b3c1.jsonl --sha256 9f86… --apply",
  ],
  run,
});
