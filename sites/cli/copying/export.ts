/** `svc export`: copies the published site into files that any web server can serve. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../command/command.ts";
import { makeFolder } from "../files/makeFolder.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { SITE_OPTION } from "../site/address.ts";
import { printable } from "../site/problem.ts";
import { requestSite, type SiteReply } from "../site/request.ts";
import { sessionFor } from "../site/session.ts";
import { type CopiedAnswer, type StaticCopy, copiedBytes, copySite, HOST_FILES } from "./copy.ts";
import { headersFile, headersLeftOut, nginxFile } from "./nginxFile.ts";
import { type PublishedContent, readPublishedContent, currentRelease } from "./published.ts";
import { hasCopies } from "./copyNames.ts";
import { type FormerPicture, type HostFiles, hostFiles } from "./redirectFiles.ts";

/** Addresses that no page names. */
const WELL_KNOWN = ["/", "/robots.txt", "/sitemap.xml", "/llms.txt"];

/** Headers of a page that a host should send with every file. */
const HEADERS = [
  "X-Content-Type-Options",
  "X-Frame-Options",
  "Referrer-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
];

/** Attempts for an address that the site asks to try later, and the longest pause before one in seconds. */
const ATTEMPTS = 5;
const PAUSE_MAX_S = 30;

const SHOWN = 20;

const headerOf = ({ headers }: SiteReply, name: string): string => [headers[name] ?? ""].flat().join(", ");

async function visited(site: string, path: string): Promise<SiteReply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await requestSite(site, path, { headers: { accept: "*/*" }, maxBytes: MEDIA_MAX_BYTES });
    if (attempt === ATTEMPTS || (reply.status !== 429 && reply.status !== 503)) return reply;
    await pause(Math.min(Number(headerOf(reply, "retry-after")) || 1, PAUSE_MAX_S) * 1000);
  }
}

function answerOf(reply: SiteReply): CopiedAnswer {
  const { status, bytes } = reply;
  const location = headerOf(reply, "location");
  return {
    status,
    bytes,
    type: headerOf(reply, "content-type").toLowerCase(),
    policy: headerOf(reply, "content-security-policy"),
    location: status >= 300 && status < 400 && location !== "" ? location : undefined,
  };
}

function emptyFolder(path: string): void {
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new Trouble(`${path} is not empty. Name a new folder, so that nothing of it is lost.`);
  makeFolder(path);
}

function written(folder: string, file: string, bytes: Uint8Array): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  // The folder was empty, so an existing file is another program's.
  writeFileSync(path, bytes, { flag: "wx" });
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, tell } = invocation;
  const folder = options.required("static");
  const session = sessionFor(invocation);
  const published = await readPublishedContent(session);
  emptyFolder(folder);
  const files = join(folder, "public");
  const source = {
    origin: session.site,
    visit: async (path: string) => answerOf(await visited(session.site, path)),
    write: (file: string, bytes: Uint8Array) => written(files, file, bytes),
    tell: (done: number) => {
      if (done % 500 === 0) tell(`${done} files`);
    },
  };
  const copied = await copySite(source, [...WELL_KNOWN, ...published.paths.map((path) => encodeURI(path))]);
  const host = await writeHostFiles(folder, session.site, published, copied);
  const isWhole = (await currentRelease(session)) === published.release;
  return outcome(folder, published, copied, host, isWhole);
}

/** The earlier paths of files that the copy has, and that no redirect is for. */
function formerFiles({ redirects, files }: PublishedContent, copied: StaticCopy): FormerPicture[] {
  const known = new Set(redirects.entries.map(({ from }) => normalPath(from)));
  return files
    .filter(({ path }) => copied.files.has(path))
    .flatMap(({ path, formerPaths }) => formerPaths.map((from) => ({ from, to: path })))
    .filter(({ from }) => !known.has(from));
}

/** Writes the page for addresses without a page, and the files that tell a host what the site did beside its files. */
async function writeHostFiles(
  folder: string,
  site: string,
  published: PublishedContent,
  copied: StaticCopy,
): Promise<HostFiles> {
  const reply = await visited(site, `/${randomUUID()}`);
  const former = formerFiles(published, copied);
  const entries = [...published.redirects.entries, ...former.map((one) => ({ ...one, status: 301 as const }))];
  const host = hostFiles(
    { entries },
    copied.closed,
    former.filter(({ from }) => hasCopies(from)),
  );
  const headers = Object.fromEntries(
    HEADERS.map((name) => [name, headerOf(reply, name.toLowerCase())] as const).filter(([, value]) => value !== ""),
  );
  const files = join(folder, "public");
  const [notFound, moved, sent] = HOST_FILES;
  written(files, notFound, copiedBytes(answerOf(reply)));
  written(files, moved, Buffer.from(host.redirects));
  written(files, sent, Buffer.from(headersFile(headers)));
  writeWhole(join(folder, "nginx.conf"), nginxFile(headers, host.nginx));
  return { ...host, leftOut: [...host.leftOut, ...headersLeftOut(headers)] };
}

function outcome(
  folder: string,
  { release }: PublishedContent,
  copied: StaticCopy,
  host: HostFiles,
  isWhole: boolean,
): Outcome {
  const { files, bytes, leftOut } = copied;
  const lines = [
    ...leftOut.map(({ path, why, from }) => `${path}: ${why}${from === undefined ? "" : ` (from ${from})`}`),
    ...host.leftOut,
  ];
  writeWhole(
    join(folder, "left-out.md"),
    `# What the copy leaves out\n\n${lines.map((line) => `- ${printable(line)}\n`).join("")}`,
  );
  return {
    ok: true,
    isIncomplete: !isWhole,
    lines: [
      `Release ${release} is in ${join(folder, "public")}: ${countOf(files.size, "file")} with ${bytes} bytes.`,
      ...(isWhole
        ? []
        : ["The site was published meanwhile, so the copy may hold parts of two releases. Run the command again."]),
      lines.length === 0
        ? "Nothing is left out."
        : `${countOf(lines.length, "thing")} ${lines.length === 1 ? "is" : "are"} left out:`,
      ...lines.slice(0, SHOWN).map((line) => printable(`  ${line}`)),
      ...(lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more: ${join(folder, "left-out.md")}`] : []),
    ],
    data: { release, files: files.size, bytes, leftOut, isWhole, redirectsLeftOut: host.leftOut },
  };
}

export const exportSite: CliCommand = {
  name: "export",
  summary: "Copy the published site into files that any web server can serve.",
  options: [SITE_OPTION, ["--static <folder>", "a new folder for the files"]],
  examples: ["svc export --static copy --site http://demo.localhost:8787"],
  endsIncomplete: true,
  run,
};
