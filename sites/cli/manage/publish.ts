/** Uploads a signed package. The site runs none of its code before an owner has granted and enabled it. */
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { readPackageContent } from "../../../manifests/trust/package.ts";
import type { PackageContent } from "../../../manifests/trust/packageShape.ts";
import { distrust } from "../../../manifests/trust/untrusted.ts";
import { fileBytes } from "../plugin/signed/packageFile.ts";
import { SITE_OPTION } from "../site/address.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { bringMap } from "./bringMap.ts";
import { mapFor } from "../bundling/mapFile.ts";
import type { InstalledView } from "./plugins.ts";
import { installedOutcome } from "./outcome.ts";

export interface UploadWishes {
  readonly allowDowngrade: boolean;
  /** Names without the plugin's prefix that the upload may take. */
  readonly alone: readonly string[];
  /** True for a dry run: the site reports the effect and changes nothing. */
  readonly isDry?: boolean;
}

export function uploadFiles(
  session: SiteSession,
  content: PackageContent,
  { allowDowngrade, alone, isDry = false }: UploadWishes,
): Promise<InstalledView> {
  const query = new URLSearchParams([
    ...(allowDowngrade ? [["allowDowngrade", "true"]] : []),
    ...(isDry ? [["dryRun", "true"]] : []),
    ...(alone.length > 0 ? [["alone", alone.join(",")]] : []),
  ]);
  return session.change("POST", `/api/plugins${query.size > 0 ? `?${query}` : ""}`, { body: content });
}

export const namesIn = (text = ""): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Reads the package and finds its faults before the upload. Only the site decides whether it trusts the package. */
function contentIn(file: string): PackageContent {
  const read = readPackageContent(fileBytes(file));
  if (!read.ok) throw new UsageError(`${file}: ${distrust(read.error).detail}.`);
  if (read.value.jws.signatures.length === 0)
    throw new UsageError(`${file} is not signed. Sign it with: svc plugin sign ${file} --key <file>`);
  return read.value;
}

async function run(invocation: Invocation): Promise<Outcome> {
  const {
    args: [file = ""],
    options,
  } = invocation;
  const session = sessionFor(invocation);
  const isDry = options.isSet("dry-run");
  const map = mapFor(file, options.text("map"));
  const plugin = await uploadFiles(session, contentIn(file), {
    isDry,
    allowDowngrade: options.isSet("allow-downgrade"),
    alone: namesIn(options.text("alone")),
  });
  const { says: notes } = isDry || !map ? { says: [] } : await bringMap(session, plugin, map);
  return installedOutcome(plugin, session.site, { isDry, notes });
}

export const publish: CliCommand = {
  name: "publish",
  summary: "Install a signed package at a site, and show what it asks for.",
  argument: ["<package>", "a package signed by a key that the site trusts"],
  options: [
    SITE_OPTION,
    [
      "--map <file>",
      "the source map to send to the site; failures then name your own files (default: the map beside the package)",
    ],
    ["--dry-run", "show what would change, and change nothing"],
    ["--allow-downgrade", "install it although a newer version was installed before (owners only)"],
    [
      "--alone <names>",
      "names of tools and prompts that an update may use without the plugin's id in front, separated by commas",
    ],
  ],
  examples: [
    "svc plugin publish acme.notices-1.0.0.json --site http://demo.localhost:8787",
    "svc plugin publish acme.notices-2.0.0.json --dry-run --site http://demo.localhost:8787",
  ],
  run,
};
