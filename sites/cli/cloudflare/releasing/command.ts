/**
 * Uploads the release artifact of all tenants with the account's credential. The operator's bearer gives no access to
 * the release bucket.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ARTIFACT_MAX_BYTES, RELEASE_LABEL_MAX_CHARS } from "../../../../manifests/bounds/hosting.ts";
import { WORKERS } from "../../../workers/workers.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../../command/command.ts";
import { connect, faultText } from "../account/account.ts";
import { descriptorAt } from "../descriptor/descriptorFile.ts";
import { DESCRIPTOR_OPTION, descriptorPath } from "../descriptor/descriptorOption.ts";
import { preparedSet } from "../descriptor/prepared.ts";
import { bundlePath } from "../descriptor/preparedFiles.ts";
import { ownRelease } from "../descriptor/release.ts";
import { type ReleaseFault, putArtifact } from "./putArtifact.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";

const LABEL = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${RELEASE_LABEL_MAX_CHARS - 1}}$`);

function readLabel({ options }: Invocation): string {
  const label = options.text("release") ?? ownRelease().version;
  if (LABEL.test(label)) return label;
  throw new UsageError("--release takes letters, digits, dots, underscores and hyphens.");
}

/** Reads the prepared bundle that `prepare` wrote and the doctor checked. */
function preparedModule({ options }: Invocation): string {
  const site = siteDirectory(options);
  const path = WORKERS.filter(({ key }) => key === "tenant").map(bundlePath)[0] ?? "";
  const set = preparedSet(site);
  if (!set?.record.files[path])
    throw new Trouble("The tenant worker is not prepared. Run: svc cloudflare prepare --managed-isolated");
  if (set.edited.includes(path))
    throw new Trouble(`.svc/cloudflare/${path} was edited after it was prepared. Run svc cloudflare prepare again.`);
  return join(site.prepared, path);
}

function moduleAt(path: string): Uint8Array {
  const { size } = statSync(path);
  if (size > ARTIFACT_MAX_BYTES)
    throw new UsageError(`${path} has ${size} bytes; an artifact may have at most ${ARTIFACT_MAX_BYTES}.`);
  return readFileSync(path);
}

async function findBucket({ options }: Invocation): Promise<string> {
  const given = options.text("bucket");
  if (given !== undefined) return given;
  const { hosting } = await descriptorAt(descriptorPath(options, siteDirectory(options)));
  if (hosting) return hosting.releasesBucket;
  throw new UsageError("The descriptor names no release bucket: add hosting to it, or give --bucket.");
}

const releaseFaultText = (fault: ReleaseFault): string => ("kind" in fault ? faultText(fault) : fault.says);

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, environment } = invocation;
  const release = readLabel(invocation);
  const module = moduleAt(options.text("file") ?? preparedModule(invocation));
  const bucket = await findBucket(invocation);
  const { provider, account, isRehearsal } = await connect(environment);
  const done = await putArtifact({ provider, account, bucket }, release, module);
  if (!done.ok) throw new Trouble(`Nothing can be deployed from ${bucket}: ${releaseFaultText(done.error)}.`);
  const { sha256, bytes, key, wasThere } = done.value;
  return {
    ok: true,
    lines: [`${sha256}  release ${release}, ${bytes} bytes, ${wasThere ? "already there" : "stored"} and read back`],
    data: { schemaVersion: 1, release, sha256, bytes, bucket, key, wasThere, rehearsal: isRehearsal },
    talk: [`Deploy a tenant with: svc operator hosting deploy <tenant> --release ${release} --sha256 ${sha256}`],
  };
}

export const managedRelease: CliCommand = {
  name: "release",
  summary: "Upload the code that all tenants run to the release bucket, under its digest, and read it back.",
  options: [
    ["--release <label>", "the release (default: this one)"],
    ["--file <file>", "a bundle other than the prepared one"],
    ["--bucket <name>", "the release bucket (default: the descriptor's)"],
    DESCRIPTOR_OPTION,
    CWD_OPTION,
  ],
  examples: ["svc cloudflare managed-isolated release --release 0.2.0"],
  run,
};
