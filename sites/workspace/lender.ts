import type { Lender } from "../../capabilities/lending.ts";
import type { MediaSources } from "../../capabilities/media.ts";
import type { CallParts } from "../../runtime/kernel.ts";
import type { PluginCall } from "../../runtime/plugins/calls.ts";

/** What lies outside of a workspace and is lent, or told, all the same. */
export interface Outside {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** The bytes under a key of the media bucket. A rehearsal has no bucket. */
  readMedia?(key: string): Promise<ArrayBuffer | undefined>;
  /** Where the deployment's MCP server of members is, if it has one. */
  readonly membersOrigin?: string;
  /** A line of JSON for whoever runs this. */
  log(line: string): void;
}

export const platform = (bucket: R2Bucket, membersOrigin = ""): Outside => ({
  membersOrigin,
  fetch: (url, init) => fetch(url, init),
  readMedia: async (key) => (await bucket.get(key))?.arrayBuffer(),
  // A run on one machine prints warnings and errors of workers, and nothing below them.
  log: (line) => console.warn(line),
});

/** What a workspace lends for one call: its own tenant's data, and the internet without its own sites. */
export function lenderFor(
  parts: CallParts, call: PluginCall, read: (dependency: string) => void, outside: Outside,
): Lender {
  const { site, plugin, moments } = call;
  const { powers, documents, sites, releases, tenant, plugins } = parts;
  const status = tenant.status;
  const where = { tenant: sites.get(site).tenant, site, plugin: plugin.id };
  return {
    sql: powers.sql,
    content: { documents, sites, releases, moments, read, ...writing(parts, call) },
    http: {
      fetch: (url, init) => outside.fetch(url, init),
      timeout: (ms) => AbortSignal.timeout(ms),
      isOurs: (host) => isOwnHost(parts, outside, host),
    },
    media: mediaOf(parts, where.tenant, outside),
    hasRoom: () => parts.room.isForStrangers,
    mayWrite: () => status === "active",
    now: () => powers.now(),
    stillHolds: () => tenant.status === status && plugins.holds(site, plugin),
    broke: (error, verb) => console.error(JSON.stringify({ event: "plugin_bridge_broke", ...where, verb, error: String(error) })),
    log: (_plugin, { level, text }) => outside.log(JSON.stringify({ event: "plugin_log", ...where, level, text })),
  };
}

/** Before the name of a site, the name at which agents read it. */
const AGENTS = "mcp.";

/**
 * Where this tenant's sites answer, people or agents, and where agents act for members. What a plugin can ask there it
 * would ask in somebody's place, or of itself.
 */
function isOwnHost({ sites, agentsOrigin }: CallParts, { membersOrigin = "" }: Outside, host: string): boolean {
  const names = sites.all().flatMap(({ hostnames }) => hostnames);
  const servers = [agentsOrigin, membersOrigin].map((origin) => URL.parse(origin)?.hostname);
  return servers.includes(host) || names.some((name) => host === name || host === AGENTS + name);
}

/**
 * Only what declares that it writes is lent writing, and no kind its caller could not write. A call about one publication
 * or preview judges or computes: it changes nothing, however often a member looks.
 */
function writing({ tenant, writeDraft, plugins }: CallParts, { site, plugin, moments, writes: wanted }: PluginCall): Pick<Lender["content"], "write" | "writable"> {
  if (!wanted || moments || tenant.status !== "active") return {};
  const { kinds, behalf } = wanted;
  return {
    writable: kinds,
    write: (writes, mayStill) => writeDraft({ site, plugin: plugin.id, behalf, mayStill: () => mayStill() && plugins.holds(site, plugin) }, writes),
  };
}

/** What a file's address says is the rest of its key. */
function mediaOf({ mediaFiles }: CallParts, tenant: string, outside: Outside): MediaSources | undefined {
  if (!outside.readMedia) return undefined;
  return {
    files: mediaFiles,
    async read({ path }) {
      const bytes = await outside.readMedia?.(tenant + path.slice("/media".length));
      return bytes && new Uint8Array(bytes);
    },
  };
}
