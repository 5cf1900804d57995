/**
 * The receipt of a preflight: a private file in the site directory. People pass it around as evidence, so it holds
 * verdicts only. Account ids, names, answers and output stay out.
 */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, openSync, realpathSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { OPERATOR_NAME_MAX_CHARS } from "../../../../manifests/bounds/provider.ts";
import { type Options, Trouble, UsageError } from "../../command/command.ts";
import type { Judgement, LiveVerdict } from "../live/verdict.ts";
import { type SiteDirectory, openKept } from "../descriptor/siteDirectory.ts";
import { makeFolder } from "../../files/makeFolder.ts";

export interface Receipt {
  readonly schemaVersion: 1;
  readonly kind: "self-hosted" | "managed-isolated";
  readonly status: Judgement;
  /** True if the provider was a stand-in on this machine. Such a receipt says nothing about a real account. */
  readonly rehearsal: boolean;
  readonly operator: string;
  readonly release: string;
  /** The commit of the site directory; null if there is none. */
  readonly commit: string | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly checks: readonly { readonly id: string; readonly verdict: Judgement }[];
}

export const RECEIPT_OPTION = [
  "--receipt <file>",
  "folder for the receipt, in the site directory (default: .svc/receipts)",
] as const;
export const OPERATOR_OPTION = ["--operator <name>", "name of the person responsible for this preflight"] as const;

const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** The operator's name in the receipt, on one line. */
export function receiptOperator(options: Options): string {
  const name = options.required("operator").trim();
  if (name === "" || name.length > OPERATOR_NAME_MAX_CHARS || /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name))
    throw new UsageError(`--operator takes a name of at most ${OPERATOR_NAME_MAX_CHARS} characters on one line.`);
  return name;
}

function ownFolder(site: SiteDirectory): string {
  openKept(site);
  const folder = join(site.kept, "receipts");
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new Trouble(`${folder} is not a real folder. Move it away; svc creates the folder itself.`);
  makeFolder(folder, PRIVATE_FOLDER);
  return folder;
}

/** Resolves symlinks first, because a link could lead out of the site directory. */
function isInside(folder: string, { path }: SiteDirectory): boolean {
  return `${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(path)}${sep}`);
}

/**
 * Chooses the receipt's path, and throws for a bad one. This comes before all checks, because their results need a
 * receipt.
 */
export function receiptPath(options: Options, site: SiteDirectory, kind: string, now: number): string {
  const named = options.text("receipt");
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const path =
    named === undefined
      ? join(ownFolder(site), `${kind}-${stamp}-${randomBytes(3).toString("hex")}.json`)
      : resolve(named);
  if (!isInside(dirname(path), site)) throw new UsageError(`--receipt must lie in the site directory ${site.path}.`);
  if (lstatSync(path, { throwIfNoEntry: false })) throw new UsageError(`--receipt names a file that exists: ${path}.`);
  return path;
}

const SEVERITY: readonly Judgement[] = ["failed", "blocked", "passed"];

/** The worst verdict of all checks. */
export const receiptStatus = (verdicts: readonly LiveVerdict[]): Judgement =>
  SEVERITY.find((judgement) => verdicts.some(({ verdict }) => verdict === judgement)) ?? "blocked";

export const checksOf = (verdicts: readonly LiveVerdict[]): Receipt["checks"] =>
  verdicts.map(({ id, verdict }) => ({ id, verdict }));

/** Writes a temporary file and renames it, so that a reader never sees half a receipt. */
export function writeReceipt(path: string, receipt: object): void {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}`);
  const file = openSync(beside, "wx", OWNER_ONLY);
  try {
    writeSync(file, `${JSON.stringify(receipt, null, 2)}\n`);
    fsyncSync(file);
    renameSync(beside, path);
  } finally {
    closeSync(file);
    rmSync(beside, { force: true });
  }
}
