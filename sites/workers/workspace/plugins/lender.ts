import type { OutputLine } from "../../../../manifests/faults/fault.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import type { Lender } from "../../../../capabilities/lending.ts";
import type { MediaSources } from "../../../../capabilities/media.ts";
import type { PluginCall } from "../../../../runtime/plugins/calls/calls.ts";
import type { Powers } from "../../../../runtime/powers/powers.ts";
import type { Documents } from "../../../../runtime/documents/documents.ts";
import type { ClockMoments } from "../../../../runtime/publishing/changes/clockMoments.ts";
import { isOwnHost } from "../../../../runtime/tenancy/ownHosts.ts";
import type { Sites } from "../../../../runtime/tenancy/sites.ts";
import type { Releases } from "../../../../runtime/publishing/releases/releases.ts";
import type { Tenant } from "../../../../runtime/tenancy/tenant.ts";
import type { AskedLetter, PluginLetters } from "../../../../runtime/plugins/letters/pluginLetters.ts";
import type { PluginShelf } from "../../../../runtime/plugins/states/shelf.ts";
import type { WriteDraft } from "../../../../runtime/editing/draftWriting.ts";
import { objectForReaders } from "../../../../runtime/media/keys.ts";
import type { MediaFiles } from "../../../../runtime/media/files.ts";
import type { ReaderGroups } from "../../../../runtime/readers/readerGroups.ts";
import type { StorageQuota } from "../../../../runtime/tenancy/storageQuota.ts";

/** The effects outside the workspace that a lease uses. */
export interface Outside {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Reads an object of the media bucket. A rehearsal has no bucket. */
  readMedia?(key: string): Promise<ArrayBuffer | undefined>;
  /** The origin of the members' MCP server, if there is one. */
  readonly membersOrigin?: string;
  /** Writes a line of JSON to the operator's log. */
  log(line: string): void;
}

/** The media bucket's key of the file that a site serves at a path. */
const mediaKey = (tenant: string, path: string): string => tenant + path.slice("/media".length);

/** The key of a file for readers. */
const readersKey = (tenant: string, path: string): string =>
  mediaKey(tenant, path).replace(/[^/]*$/, (name) => objectForReaders(name));

export async function readMedia(bucket: R2Bucket, tenant: string, path: string): Promise<Uint8Array | undefined> {
  const found = (await bucket.get(mediaKey(tenant, path))) ?? (await bucket.get(readersKey(tenant, path)));
  return found ? new Uint8Array(await found.arrayBuffer()) : undefined;
}

export const platform = (bucket: R2Bucket, membersOrigin = ""): Outside => ({
  membersOrigin,
  fetch: (url, init) => fetch(url, init),
  readMedia: async (key) => (await bucket.get(key))?.arrayBuffer(),
  // On one machine, only warnings and errors of workers are printed.
  log: (line) => console.warn(line),
});

/** The parts of a workspace that a lease uses. */
export interface LenderParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly tenant: Tenant;
  readonly plugins: PluginShelf;
  readonly writeDraft: WriteDraft;
  readonly mediaFiles: MediaFiles;
  readonly storageQuota: StorageQuota;
  readonly pluginLetters: PluginLetters;
  readonly readerGroups: ReaderGroups;
  readonly clockMoments: Pick<ClockMoments, "stored">;
  /** The origin of the public MCP server; empty if there is none. */
  readonly agentsOrigin: string;
}

/** Lends a call its own tenant's data, and the internet except its own sites. */
export function lenderFor(
  parts: LenderParts,
  call: PluginCall,
  read: ((dependency: string) => void) | undefined,
  outside: Outside,
  print: (line: OutputLine) => void,
): Lender {
  const { site, plugin, moments } = call;
  const { powers, documents, sites, releases, tenant, plugins } = parts;
  const status = tenant.status;
  const where = { tenant: sites.get(site).tenant, site, plugin: plugin.id };
  return {
    sql: powers.sql,
    content: { documents, sites, releases, moments, powers, ...(read && { read }), ...writing(parts, call) },
    http: {
      fetch: (url, init) => outside.fetch(url, init),
      timeout: (ms) => AbortSignal.timeout(ms),
      isOurs: (host) => isOwnHost(sites, [parts.agentsOrigin, outside.membersOrigin ?? ""], host),
    },
    media: mediaOf(parts, where.tenant, outside),
    mail: mailOf(parts, call),
    readers: readersOf(parts, call),
    hasRoom: () => parts.storageQuota.isForStrangers,
    stored: () => parts.clockMoments.stored(site, plugin.id),
    mayWrite: () => status === "active" && call.isReading !== true,
    now: () => powers.now(),
    stillHolds: () => tenant.status === status && (call.isApart === true || plugins.holds(site, plugin)),
    broke: (error, verb) =>
      console.error(visibleJson({ event: "plugin_bridge_broke", ...where, verb, error: String(error) })),
    // Logged beside the plugin's own output, where the operator looks for it.
    calledLate: (verb) =>
      outside.log(
        visibleJson({
          event: "plugin_log",
          ...where,
          level: "warn",
          text: `It asked for ${verb} after its call had ended.`,
        }),
      ),
    log: (_plugin, { level, text }) => {
      print({ level, text });
      outside.log(visibleJson({ event: "plugin_log", ...where, level, text }));
    },
  };
}

/**
 * Lends writing only to plugins that declare it, and only the kinds that the caller may write. A call for a publication
 * or preview lends none, because reading must not change anything.
 */
function writing(
  { tenant, writeDraft, plugins }: LenderParts,
  { site, plugin, moments, writes: wanted, isReading }: PluginCall,
): Pick<Lender["content"], "write" | "writable"> {
  if (!wanted || moments || isReading || tenant.status !== "active") return {};
  const { kinds, behalf } = wanted;
  return {
    writable: kinds,
    write: (writes, mayStill) =>
      writeDraft(
        { site, plugin: plugin.id, behalf, mayStill: () => mayStill() && plugins.holds(site, plugin) },
        writes,
      ),
  };
}

/** Tells whether a call may do what nobody takes back. One for a publication, a preview or data may not. */
const hasEffects = (
  { tenant }: LenderParts,
  { moments, isApart, isReading, point }: Pick<PluginCall, "moments" | "isApart" | "isReading" | "point">,
): boolean => !(moments || isApart || isReading || point === "data") && tenant.status === "active";

/** Lends the outbox. */
const mailOf = (parts: LenderParts, call: PluginCall): Lender["mail"] =>
  hasEffects(parts, call)
    ? { send: (asked: AskedLetter) => parts.pluginLetters.send(call.site, call.plugin, asked) }
    : undefined;

/** Lends the groups of readers. */
function readersOf(parts: LenderParts, call: PluginCall): Lender["readers"] {
  const { site, plugin } = call;
  const { readerGroups, storageQuota } = parts;
  if (!hasEffects(parts, call)) return undefined;
  return {
    add: (asked) => (storageQuota.isForStrangers ? readerGroups.add(site, plugin.id, asked) : "full"),
    remove: (asked) => readerGroups.remove(site, asked),
  };
}

/** Lends the media library. The storage key of a file is part of its address. */
function mediaOf({ mediaFiles }: LenderParts, tenant: string, outside: Outside): MediaSources | undefined {
  if (!outside.readMedia) return undefined;
  return {
    files: mediaFiles,
    async read({ path }) {
      const bytes =
        (await outside.readMedia?.(mediaKey(tenant, path))) ?? (await outside.readMedia?.(readersKey(tenant, path)));
      return bytes && new Uint8Array(bytes);
    },
  };
}
