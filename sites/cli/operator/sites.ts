/** `svc operator site remove`: removes one site, and keeps an archive of it. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { setTimeout } from "node:timers/promises";
import { type CliCommand, type Group, type Invocation, Trouble } from "../command/command.ts";
import { type ArchiveCopied, FOLDER_OPTION, copiedLine, copyArchive, openCopyFolder } from "./archiveCopy.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

interface Archive {
  readonly id: string;
  readonly sha256: string;
  readonly createdAt: number;
}

interface Plan {
  readonly status: string;
  readonly createdAt: number;
  readonly hostnames: readonly string[];
  readonly members: number;
  readonly contents: Readonly<Record<string, number>> | null;
  readonly newest: Archive | null;
}

interface Removed {
  readonly backup: string;
  readonly archive: string;
  readonly rows: number;
  readonly files: number;
  readonly finished: boolean;
}

/** The counts of the plan, in the words of the person who reads it. */
const WORDS: readonly (readonly [name: string, words: string])[] = [
  ["documentVersions", "versions of pages and other documents"],
  ["releases", "releases"],
  ["files", "media files (one that another site lists stays there)"],
  ["submissions", "submissions of forms"],
  ["submittedFiles", "files that visitors sent"],
  ["schedules", "schedules"],
  ["plugins", "installed plugins, with grants, settings and storage"],
  ["letters", "letters, waiting ones included"],
  ["shareLinks", "share links"],
  ["pluginJobs", "waiting calls of plugins"],
  ["publicValues", "values in the public store"],
];

function linesOf({ hostnames, members, contents, newest, status }: Plan): string[] {
  const counts = WORDS.flatMap(([name, words]) => {
    const found = contents?.[name] ?? 0;
    return found > 0 ? [[String(found), words]] : [];
  });
  return [
    ...columns([...counts, [String(members), "members, with their logins, agents and invitations"]]),
    `Hostnames that become free: ${hostnames.join(", ") || "none"}.`,
    contents === null
      ? "The workspace has removed the site already. Its records are left."
      : "Kept: an archive of the whole tenant, the audit of the site, and the tenant with its other sites.",
    ...(newest ? [`Newest archive: ${newest.id} of ${day(newest.createdAt)}, sha256 ${newest.sha256}.`] : []),
    ...(status === "active" && contents
      ? ["The tenant is active. Set it to read-only first, so that nobody writes."]
      : []),
  ];
}

/** Hostnames stay taken until no cache shows the site under them. */
const FINISHING = { tries: 90, everyMs: 1_000 } as const;

async function untilFinished(ask: () => Promise<Removed>, tell: Invocation["tell"]): Promise<Removed> {
  let removed = await ask();
  for (let tries = 1; !removed.finished && tries < FINISHING.tries; tries++) {
    if (tries === 1) tell("The site is gone. Its hostnames become free when no cache can show it: 40 seconds.");
    await setTimeout(FINISHING.everyMs);
    removed = await ask();
  }
  return removed;
}

/** The archive of the request. `keeps` makes a new one. */
function archiveIn({ options }: Invocation): { readonly backup: string; readonly sha256: string } | undefined {
  const backup = options.required("archive");
  if (backup === "keeps") return undefined;
  return { backup, sha256: options.required("sha256") };
}

/** A failed copy, with the archive that the person needs for another try. */
function notCopied({ backup, archive }: Removed, { message, outcome }: Trouble, ...more: readonly string[]): Trouble {
  const kept = `The archive ${backup} (sha256 ${archive}) keeps the site. Its last records stay until it is copied.`;
  return new Trouble(message, {
    ...outcome,
    lines: [...outcome.lines, kept, ...more],
    data: { ...outcome.data, backup, archive },
  });
}

/** Copies the archive of a removal, and every file that it names, before the site's last records go. */
async function wholeCopy(
  session: OperatorSession,
  tenant: string,
  removed: Removed,
  folder: string,
): Promise<ArchiveCopied> {
  const { backup, archive: sha256 } = removed;
  const copy = await copyArchive(session, { tenant, backup, sha256 }, folder).catch((error: unknown) => {
    throw error instanceof Trouble ? notCopied(removed, error) : error;
  });
  if (copy.missing.length === 0) return copy;
  const lacking = { ok: false, lines: [copiedLine(copy)], data: { copy } };
  const without = "To finish without these files, run the command again without --folder.";
  throw notCopied(removed, new Trouble(copiedLine(copy), lacking), without);
}

async function run(session: OperatorSession, invocation: Invocation) {
  const { args, options, tell } = invocation;
  const [tenant = "", site = ""] = args;
  const [name, path] = [`${tenant}/${site}`, `/sites/${pathPart(tenant)}/${pathPart(site)}/removal`];
  const data = { address: session.site, tenant, site };
  const archive = options.isSet("apply") ? archiveIn(invocation) : undefined;
  const plan = await session.get<Plan>(path);
  if (!options.isSet("apply"))
    return {
      ok: true,
      lines: [...linesOf(plan), `Nothing was changed. To remove ${name}: --archive keeps --apply`],
      data: { ...data, ...plan },
    };
  const folder = options.text("folder");
  if (folder !== undefined) openCopyFolder(folder);
  const words = `REMOVE ${name}`;
  await confirmed(words, `${linesOf(plan).join("\n")}\n${name} is removed.`, invocation);
  const request = {
    confirmation: words,
    createdAt: plan.createdAt,
    ...(archive && { archive }),
    ...(options.isSet("discardSubmissions") && { discardSubmissions: true }),
  };
  const ask = async (more = {}): Promise<Removed> =>
    (await session.send<Removed>("POST", path, { ...request, ...more })).value;
  // No request before the copy may finish, so a repeated command still finds the site and the name of its archive.
  const copy =
    folder === undefined ? undefined : await wholeCopy(session, tenant, await ask({ keepsRecords: true }), folder);
  const removed = await untilFinished(ask, tell);
  const { ok, lines } = endedWith({ name, site }, plan, removed, copy);
  return { ok, lines, data: { ...data, ...removed, hostnames: plan.hostnames, ...(copy && { copy }) } };
}

/** The end of a removal, as a person reads it. */
function endedWith(
  { name, site }: { readonly name: string; readonly site: string },
  { hostnames }: Plan,
  { rows, files, backup, archive, finished }: Removed,
  copy: ArchiveCopied | undefined,
): { readonly ok: boolean; readonly lines: string[] } {
  const free = `Free again: ${hostnames.join(", ") || "no hostname"}, and the id ${site}.`;
  return {
    ok: finished,
    lines: [
      `${name} is removed: ${countOf(rows, "row")} and ${countOf(files, "file")}. The archive ${backup} has them (sha256 ${archive}).`,
      ...(copy ? [copiedLine(copy)] : []),
      finished ? free : "Its hostnames are not free yet. Run the same command again.",
    ],
  };
}

const OPTIONS: CliCommand["options"] = [
  ["--archive <archive>", "keeps: make a new archive of the tenant and keep it; or the id of an existing one"],
  ["--sha256 <digest>", "digest of the existing archive"],
  FOLDER_OPTION,
  ["--discard-submissions", "also delete submissions and visitors' files that the archive does not contain"],
  ["--apply", "remove the site; without it, the command says what would go"],
  CONFIRM_OPTION,
];

const remove = operation({
  name: "remove",
  summary:
    "Remove a site of a read-only tenant, with its members and hostnames, and keep an archive. Without --apply, it says what would go. Run it again after an interruption.",
  argument: ["<tenant>", "the tenant's id"],
  second: ["<site>", "the site's id"],
  options: OPTIONS,
  examples: [
    "svc operator site remove saltmarrow saltmarrow-yard",
    "svc operator site remove saltmarrow saltmarrow-yard --archive keeps --folder kept --apply",
  ],
  run,
});

export const SITES: Group = {
  name: "site",
  summary: "Remove a site.",
  example: "svc operator site remove saltmarrow saltmarrow-yard",
  commands: [remove],
};
