/** Moves a site of other software into the draft of a site, for `svc import`. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { lstatSync, openAsBlob } from "node:fs";
import { join } from "node:path";
import type { Folder } from "../../moving/tree/folder.ts";
import {
  carryOut,
  type Done,
  kindLine,
  lossKinds,
  planFiles,
  type PreparedMove,
  prepare,
  lossReceipt,
  SiteRefusal,
  zipFolder,
} from "../../moving/move.ts";
import { type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { makeFolder } from "../files/makeFolder.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { printable } from "../site/problem.ts";
import { sessionFor } from "../site/session.ts";
import { diskFile, diskFolder } from "./diskFolder.ts";
import { INTERNET, type Network } from "./remoteFile.ts";
import { siteDoor } from "./siteDoor.ts";
import { networkTo, webFolder } from "./webFolder.ts";

async function sourceAt(path: string, network: Network): Promise<Folder> {
  if (path === "") throw new UsageError("Name the file, the folder or the address to import.");
  if (isWeb(path)) return webFolder(path, network);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return diskFolder(path);
  if (found?.isFile())
    return (await isZip(path)) && !/\.docx$/i.test(path) ? zipFolder(await openAsBlob(path)) : diskFile(path);
  throw new Trouble(`There is no file or folder ${path}.`);
}

const isWeb = (source: string): boolean => /^https?:\/\//i.test(source) && URL.canParse(source);

/** Tells an archive by its first bytes, whatever its name is. */
async function isZip(path: string): Promise<boolean> {
  const head = await (await openAsBlob(path)).slice(0, 4).text();
  return head === "PK\u0003\u0004" || head === "PK\u0005\u0006";
}

/** Pages or kinds of losses on the terminal. The plan folder has all of them. */
const LINES_SHOWN = 20;

function writePlan(folder: string, { plan }: PreparedMove, losses = plan.losses): void {
  makeFolder(join(folder, "pages"));
  for (const [name, text] of planFiles({ ...plan, losses })) writeWhole(join(folder, name), text);
}

export async function runImport({ args: [path = ""], ...invocation }: Invocation): Promise<Outcome> {
  const { options, now, tell } = invocation;
  const ofRows = ["key", "hold", "create-missing"].filter((name) => options.text(name) ?? options.isSet(name));
  if (ofRows.length > 0)
    throw new UsageError(`--${ofRows[0]} is for the rows of a file. Name their type, too: --type.`);
  const network = isWeb(path) ? networkTo(path) : INTERNET;
  const door = siteDoor(sessionFor({ args: [], ...invocation }), options.chosen("remote") === false ? null : network);
  const [isDry, folder] = [options.isSet("dry-run"), options.text("plan")];
  const prepared = await prepare(await sourceAt(path, network), door, now);
  const { pages, files, redirects } = prepared.plan;
  if (folder !== undefined) writePlan(folder, prepared);
  tell(
    `${prepared.source}: ${countOf(pages.length, "page")}, ${countOf(files.length, "file")}, ${countOf(redirects.length, "redirect")}.`,
  );
  if (isDry) return planOutcome(prepared, folder);
  const done = await carried(door, prepared, invocation);
  if (folder !== undefined) writeWhole(join(folder, "receipt.md"), lossReceipt(done.losses));
  return doneOutcome(done, folder);
}

async function carried(
  door: ReturnType<typeof siteDoor>,
  prepared: PreparedMove,
  { options, tell }: Omit<Invocation, "args">,
): Promise<Done> {
  try {
    return await carryOut(door, prepared, {
      overwrite: options.isSet("overwrite"),
      restore: options.isSet("restore"),
      tell: (what, done, total) => {
        if (done % 500 === 0 && done > 0) tell(`${done} of ${total} ${what}`);
      },
    });
  } catch (error) {
    if (!(error instanceof SiteRefusal)) throw error;
    throw new Trouble(
      printable(`The site refused: ${error.message}. Run the command again later; it goes on where it ended.`),
    );
  }
}

function planOutcome({ source, plan, site }: PreparedMove, folder: string | undefined): Outcome {
  const { pages, files, redirects, losses } = plan;
  const known = new Set(site.pages.map(({ source: one }) => one));
  const again = pages.filter((page) => known.has(page.source)).length;
  return {
    ok: true,
    lines: [
      `This is ${source}: ${countOf(pages.length, "page")} (${again} of an earlier import), ${countOf(files.length, "file")}, ${countOf(redirects.length, "redirect")}.`,
      ...lossLines(losses, folder),
      "Nothing was written to the site.",
    ],
    data: { source, pages: pages.length, again, files: files.length, redirects: redirects.length, losses },
  };
}

function doneOutcome({ pages, files, redirects, menus, losses }: Done, folder: string | undefined): Outcome {
  const { created, replaced, same, changed, deleted } = pages;
  return {
    ok: true,
    lines: [
      `${countOf(created, "page")} added, ${replaced} written again, ${same} unchanged. ${countOf(files.made, "file")} stored, ${files.kept} there already. ${countOf(redirects, "redirect")} added.`,
      ...(menus === 0 ? [] : [`${countOf(menus, "menu")} written.`]),
      ...(changed.length === 0
        ? []
        : [
            `Members changed ${countOf(changed.length, "page")} since the last import. The import left them alone; --overwrite writes over them:`,
            ...changed.slice(0, LINES_SHOWN).map(({ body, place }) => printable(`  ${body.path} (${place})`)),
          ]),
      ...(deleted.length === 0
        ? []
        : [
            `Members deleted ${countOf(deleted.length, "page")} since the last import. The import left them deleted; --restore adds them again:`,
            ...deleted.slice(0, LINES_SHOWN).map(({ body, place }) => printable(`  ${body.path} (${place})`)),
          ]),
      ...lossLines(losses, folder),
      "Everything is in the draft. Visitors see it after a publication.",
    ],
    data: {
      created,
      replaced,
      same,
      changed: changed.map(({ id }) => id),
      deleted: deleted.map(({ id }) => id),
      files,
      redirects,
      menus,
      losses,
    },
  };
}

/** The kinds of losses. The receipt has each loss with its place. */
function lossLines(losses: Done["losses"], folder: string | undefined): string[] {
  const kinds = lossKinds(losses);
  if (kinds.length === 0) return ["Nothing is lost."];
  const count = kinds.reduce((sum, { times }) => sum + times, 0);
  const rest = kinds.length - LINES_SHOWN;
  return [
    `${countOf(count, "thing")} ${count === 1 ? "does not arrive, or arrives" : "do not arrive, or arrive"} changed:`,
    ...kinds.slice(0, LINES_SHOWN).map((kind) => printable(`  ${kindLine(kind)}`)),
    ...(rest > 0 ? [`  and ${countOf(rest, "more kind")}`] : []),
    `Each with its place: ${folder === undefined ? "--plan <folder> writes the list" : join(folder, "receipt.md")}`,
  ];
}
