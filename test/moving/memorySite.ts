/** A site in memory with the first-party plugins, and the door of an import to it. */
import { createHash } from "node:crypto";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Page } from "../../runtime/documents/content/content.ts";
import { type Door, type PreparedMove, prepare, carryOut, SiteRefusal } from "../../sites/moving/move.ts";
import type { FileFacts } from "../../sites/moving/apply/door.ts";
import type { Folder } from "../../sites/moving/tree/folder.ts";
import { FIRST_PARTY } from "../plugins/stage.ts";
import { page, SITE, themePlugin, type World, worldWith } from "../runtime/kernel/world.ts";

export const NOW = Date.parse("2026-06-01T00:00:00Z");

/** Files of a source, by their paths. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Folder {
  const bytes = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const file = files[path] ?? "";
    return typeof file === "string" ? new TextEncoder().encode(file) : file;
  };
  const text = async (path: string): Promise<string> => new TextDecoder().decode(await bytes(path));
  return {
    paths: Object.keys(files).toSorted(),
    bytes,
    text,
    head: async (path, chars) => (await text(path)).slice(0, chars),
    async *stream(path) {
      const whole = await text(path);
      // Pieces of an odd length cut through every construct sooner or later.
      for (let at = 0; at < whole.length; at += 97) yield whole.slice(at, at + 97);
    },
  };
}

/** A fault that a test puts in the way of a request. */
export type Trap = (path: string) => void;

export class MemorySite {
  readonly world: World;
  readonly uploads = new Map<string, FileFacts>();
  /** The paths of files at the source, by the ids of the files. */
  readonly formerPaths = new Map<string, readonly string[]>();
  /** Addresses of other hosts that were fetched. */
  readonly fetched: string[] = [];
  trap: Trap = () => undefined;
  /** The facts of uploads by their keys. */
  readonly #sent = new Map<string, string>();
  #keys = 0;

  constructor(world: World) {
    this.world = world;
  }

  static async open(more: readonly PackedPlugin[] = []): Promise<MemorySite> {
    const pack = [...FIRST_PARTY.filter(({ manifest }) => WANTED.has(manifest.id)), themePlugin, ...more];
    return new MemorySite(await worldWith({ home: { ...page("/"), sections: [] } }, pack));
  }

  readonly door: Door = {
    get: async <T>(path: string) => {
      this.trap(path);
      return this.#read(path) as T;
    },
    change: async <T>(_method: string, path: string, { body, key, version }: Parameters<Door["change"]>[2]) => {
      this.trap(path);
      if (path.startsWith("/api/media/")) {
        const { changes } = body as { changes: { formerPaths: string[] } };
        this.formerPaths.set(path.split("/").at(-1) ?? "", changes.formerPaths);
        return undefined as T;
      }
      const command = COMMANDS.get(path) ?? "pages.batch";
      const expected = version === undefined ? {} : { expected: version };
      try {
        return await this.world.run<T>(command, { ...(body as object), ...expected }, key);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { issues = [], id } = error.detail;
        throw new SiteRefusal(409, { code: error.code, issues, ...(typeof id === "string" ? { id } : {}) }, 0);
      }
    },
    upload: async (facts, bytes, key) => {
      this.trap("/api/media");
      const sent = JSON.stringify(facts);
      if ((this.#sent.get(key) ?? sent) !== sent) throw new SiteRefusal(422, { code: "IDEMPOTENCY_KEY_REUSED" }, 0);
      this.#sent.set(key, sent);
      const id = createHash("sha256").update(bytes).digest("hex");
      this.uploads.set(id, facts);
      if (facts.formerPath !== undefined) this.formerPaths.set(id, [facts.formerPath]);
      return { id, path: `/media/${id}/${facts.name}`, width: 8, height: 6, version: 1 };
    },
    fetch: async (url) => {
      this.fetched.push(url);
      return url.includes("gone") ? { refused: "its host answers 404" } : new TextEncoder().encode(url);
    },
    wait: async () => undefined,
  };

  #read(path: string): unknown {
    const { reads } = this.world.kernel;
    const [name = ""] = path.split("?");
    const cursor = new URL(path, "http://x").searchParams.get("cursor");
    if (name === "/api/catalogue") return reads.catalogue(SITE);
    if (name === "/api/page-sources") return reads.pageSources(SITE, cursor, 200, path.includes("deleted=true"));
    const kind = KINDS.find((one) => name === `/api/${one}`);
    if (kind) return reads.document(SITE, kind);
    if (name.startsWith("/api/media/")) return this.#file(name.split("/").at(-1) ?? "");
    if (name === "/api/media")
      return {
        items: [...this.uploads].map(([id, { name: file, source }]) => ({
          id,
          path: `/media/${id}/${file}`,
          width: 8,
          height: 6,
          source,
          formerPaths: this.formerPaths.get(id) ?? [],
        })),
        next: null,
      };
    return reads.page(SITE, name.split("/").at(-1) ?? "");
  }

  #file(id: string): unknown {
    const facts = this.uploads.get(id);
    if (!facts) throw new SiteRefusal(404, { code: "NOT_FOUND" }, 0);
    return {
      ...facts,
      id,
      path: `/media/${id}/${facts.name}`,
      width: 8,
      height: 6,
      version: 1,
      formerPaths: this.formerPaths.get(id) ?? [],
    };
  }

  prepare = (folder: Folder): Promise<PreparedMove> => prepare(folder, this.door, NOW);

  async move(folder: Folder, overwrite = false, restore = false): Promise<Awaited<ReturnType<typeof carryOut>>> {
    return carryOut(this.door, await this.prepare(folder), { overwrite, restore, tell: () => undefined });
  }

  /** The page at a path of the draft. */
  at(path: string): Page | undefined {
    const { documents } = this.world.kernel;
    return documents.pageAtPath(SITE, path, documents.change(SITE))?.body;
  }

  idAt(path: string): string | undefined {
    const { documents } = this.world.kernel;
    return documents.pageAtPath(SITE, path, documents.change(SITE))?.id;
  }

  /** All Markdown of a page. */
  textAt(path: string): string {
    return (this.at(path)?.sections ?? []).map(({ fields }) => String(fields["body"] ?? "")).join("\n\n");
  }

  /** The statuses of the draft's redirects by their old addresses. */
  redirectStatuses(): Record<string, number> {
    const { entries } = this.world.kernel.documents.only(SITE, "redirects").body;
    return Object.fromEntries(entries.map(({ from, status }) => [from, status]));
  }

  redirects(): Record<string, string> {
    const { entries } = this.world.kernel.documents.only(SITE, "redirects").body;
    return Object.fromEntries(entries.map((one) => [one.from, "to" in one ? one.to : "410"]));
  }

  /** A member writes a text into a page. */
  async fill(id: string): Promise<void> {
    const { version } = this.world.kernel.reads.page(SITE, id);
    const section = { type: "drawbridge.basics/rich-text", fields: { body: "Ours." } };
    const operations = [{ op: "insert", section, at: {} }];
    await this.world.run("page.edit", { page: id, expected: version, operations }, `fill-${this.#keys++}-key`);
  }

  /** A member changes the title of a page. */
  async edit(path: string, title: string): Promise<void> {
    const { documents } = this.world.kernel;
    const found = documents.pageAtPath(SITE, path, documents.change(SITE));
    const operations = [{ op: "page", changes: { title } }];
    await this.world.run(
      "page.edit",
      { page: found?.id, expected: found?.version, operations },
      `edit-${this.#keys++}-key`,
    );
  }
}

const KINDS = ["redirects", "navigation", "settings", "theme", "types"] as const;
const COMMANDS = new Map(KINDS.map((kind) => [`/api/${kind}`, `${kind}.put` as const]));

const WANTED = new Set(["drawbridge.basics", "drawbridge.journal", "drawbridge.people", "drawbridge.embeds"]);

/** A site in these languages. The first has no prefix. */
export const withLanguages = async (...tags: readonly string[]): Promise<MemorySite> =>
  giveLanguages(await MemorySite.open(), ...tags);

export async function giveLanguages(site: MemorySite, ...tags: readonly string[]): Promise<MemorySite> {
  const languages = tags.map((tag, index) => ({ tag, name: tag, ...(index === 0 ? {} : { prefix: `/${tag}` }) }));
  const { body, version } = site.world.kernel.documents.only(SITE, "settings");
  await site.world.run(
    "settings.put",
    { body: { ...body, language: tags[0], languages }, expected: version },
    "languages-of-site",
  );
  return site;
}
