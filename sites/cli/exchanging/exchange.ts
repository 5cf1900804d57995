/** `svc pull` and `svc push`: the documents of a draft as files, from a site and to a site. */
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../command/command.ts";
import { makeFolder } from "../files/makeFolder.ts";
import { siteDoor } from "../moving/siteDoor.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { requestSite } from "../site/request.ts";
import { sessionFor } from "../site/session.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { type DocumentKey, ExchangeRecord, documentFile } from "./documentFile.ts";
import { keptFolder } from "./keptFolder.ts";
import { pullFiles } from "./mediaFiles.ts";
import { type Chosen, pull } from "./pulling.ts";
import { push } from "./pushing.ts";

const PAGE_OPTION = ["--page <pages...>", "only these pages, by address or id, such as /about"] as const;
const PAGES_ONLY = ["--pages-only", "pages alone, without menus, redirects, theme, settings and types"] as const;

const SHOWN = 20;

const listed = (title: string, keys: readonly DocumentKey[]): string[] =>
  keys.length === 0
    ? []
    : [
        title,
        ...keys.slice(0, SHOWN).map((key) => printable(`  ${documentFile(key)}`)),
        ...(keys.length > SHOWN ? [`  and ${keys.length - SHOWN} more`] : []),
      ];

function chosenIn({ options }: Invocation): Chosen {
  const pages = options.texts("page");
  return { pages, isWhole: pages.length === 0 && !options.isSet("pages-only") };
}

/** The folder, the site and its door. */
function opened(invocation: Invocation) {
  const {
    args: [path = ""],
    options,
    tell,
  } = invocation;
  if (path === "") throw new UsageError("Name the folder of the documents.");
  const session = sessionFor(invocation);
  const isDry = options.isSet("dry-run");
  if (!isDry) makeFolder(path);
  const folder = keptFolder(path);
  return {
    session,
    site: session.site,
    door: siteDoor(session, null),
    folder,
    record: new ExchangeRecord(folder),
    isDry,
    overwrite: options.isSet("overwrite"),
    tell: (done: number, total: number) => {
      if (done % 500 === 0 && done > 0) tell(`${done} of ${total} documents`);
    },
  };
}

async function runPull(invocation: Invocation): Promise<Outcome> {
  const { session, ...pulling } = opened(invocation);
  const { written, same, conflicts, removed, bodies } = await pull(pulling, chosenIn(invocation));
  const visit = async (path: string): Promise<Uint8Array | undefined> => {
    const { status, bytes } = await requestSite(session.site, path, {
      headers: { accept: "*/*" },
      maxBytes: MEDIA_MAX_BYTES,
    });
    return status === 200 ? bytes : undefined;
  };
  const files = pulling.isDry ? { fetched: 0, missing: [] } : await pullFiles({ ...pulling, visit }, bodies);
  const would = pulling.isDry ? "would be " : "";
  return {
    ok: conflicts.length === 0,
    lines: [
      `${countOf(written.length, "document")} ${would}written, ${same} unchanged, ${removed.length} ${would}removed. ${countOf(files.fetched, "file")} fetched.`,
      ...listed(
        "These changed at the site and in the folder. Their files stay; --overwrite writes over them:",
        conflicts,
      ),
      ...files.missing.map((path) => printable(`The site does not have ${path}.`)),
    ],
    data: { written, same, removed, conflicts, files: files.fetched, missing: files.missing },
  };
}

async function runPush(invocation: Invocation): Promise<Outcome> {
  const { session: _session, ...pushing } = opened(invocation);
  const done = await push({ ...pushing, deletes: invocation.options.isSet("delete") }, chosenIn(invocation));
  const { created, replaced, deleted, same, conflicts, gone, files } = done;
  const isStopped = conflicts.length > 0;
  const would = pushing.isDry || isStopped ? "would be " : "";
  return {
    ok: !isStopped,
    lines: [
      `${countOf(created.length, "document")} ${would}added, ${replaced.length} ${would}replaced, ${deleted.length} ${would}deleted, ${same} unchanged. ${countOf(files.stored, "file")} ${would}stored.`,
      ...listed(
        "These changed at the site since the folder was in step with it, so nothing was written. Pull them, or write over them with --overwrite:",
        conflicts,
      ),
      ...listed("The folder has these pages no more. --delete removes them from the draft:", gone),
      ...files.missing.map((path) => printable(`Neither the site nor the folder has ${path}.`)),
      ...(isStopped || pushing.isDry ? [] : ["Everything is in the draft. Visitors see it after a publication."]),
    ],
    data: { ...done },
  };
}

const FOLDER = ["<folder>", "the folder of the documents"] as const;

export const pullDocuments: CliCommand = {
  name: "pull",
  summary: "Bring the documents of a site's draft into a folder, as files for editors and git.",
  argument: FOLDER,
  options: [
    SITE_OPTION,
    PAGE_OPTION,
    PAGES_ONLY,
    ["--overwrite", "write over files that were changed in the folder"],
    ["--dry-run", "show what would be written, and write nothing"],
  ],
  examples: [
    "svc pull my-site --site http://demo.localhost:8787",
    "svc pull my-site --page /about --site http://demo.localhost:8787",
  ],
  run: runPull,
};

export const pushDocuments: CliCommand = {
  name: "push",
  summary: "Bring the documents of a folder into the draft of a site, such as from a trial site to the live one.",
  argument: FOLDER,
  options: [
    SITE_OPTION,
    PAGE_OPTION,
    PAGES_ONLY,
    ["--overwrite", "write over documents that were changed at the site"],
    ["--delete", "delete pages whose files are gone from the folder"],
    ["--dry-run", "show what would be written, and write nothing to the site"],
  ],
  examples: [
    "svc push my-site --dry-run --site http://demo.localhost:8787",
    "svc push my-site --site http://demo.localhost:8787",
  ],
  run: runPush,
};
