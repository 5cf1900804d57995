/** A site with a whole source in it: its files are inspected and listed, it is published, and visitors ask for pages. */
import { createHash } from "node:crypto";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { cleanDrawing } from "../../../runtime/media/drawings/cleanDrawing.ts";
import { Inspection } from "../../../runtime/media/inspection.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import type { Door } from "../../../sites/moving/apply/door.ts";
import { carryOut, type Done, prepare, SiteRefusal } from "../../../sites/moving/move.ts";
import { readPathname, safeQuery } from "../../../sites/web/names/pathname.ts";
import { FIRST_PARTY } from "../../plugins/stage.ts";
import { page, SITE, themePlugin, worldWith } from "../../runtime/kernel/world.ts";
import { folderOf, giveLanguages, MemorySite, NOW } from "../memorySite.ts";
import type { Cut } from "./cut.ts";

const WANTED = new Set(
  ["basics", "journal", "people", "embeds", "images", "documents", "seo", "feeds"].map((name) => `drawbridge.${name}`),
);

interface Visited {
  readonly status: number;
  readonly location: string | undefined;
  readonly html: string;
}

/** The answer that a visitor of an old address gets in the end. */
export interface Arrival {
  readonly status: number;
  readonly hops: number;
  /** The path of the answer, decoded. */
  readonly at: string;
  readonly html: string;
}

export class StandingSite {
  readonly memory: MemorySite;
  readonly done: Done;
  /** The bytes of stored files by their digests. */
  readonly #bytes: ReadonlyMap<string, Uint8Array>;

  private constructor(memory: MemorySite, done: Done, bytes: ReadonlyMap<string, Uint8Array>) {
    this.memory = memory;
    this.done = done;
    this.#bytes = bytes;
  }

  /** Moves a source in and publishes it. */
  static async of({ files, languages, remote }: Cut): Promise<StandingSite> {
    const pack = [...FIRST_PARTY.filter(({ manifest }) => WANTED.has(manifest.id)), themePlugin];
    const memory = new MemorySite(await worldWith({ home: { ...page("/start"), sections: [] } }, pack));
    memory.world.powers.clock.now = NOW;
    if (languages) await giveLanguages(memory, ...languages);
    const bytes = new Map<string, Uint8Array>();
    const door = doorOf(memory, bytes, remote ?? {});
    const done = await carryOut(door, await prepare(folderOf(files), door, NOW), {
      overwrite: false,
      restore: false,
      tell: () => undefined,
    });
    await memory.world.run("publish", {});
    return new StandingSite(memory, done, bytes);
  }

  /** Follows redirects as a browser does, at most three. */
  async ask(address: string): Promise<Arrival> {
    let at = new URL(address, ORIGIN);
    for (let hops = 0; ; hops++) {
      const { status, location, html } = await this.#visit(at);
      if (location === undefined || hops === 3) return { status, hops, at: decodeURI(at.pathname), html };
      at = new URL(location, at);
      if (at.pathname.startsWith("/media/"))
        return { status: this.hasFile(at.pathname) ? 200 : 404, hops: hops + 1, at: at.pathname, html: "" };
      if (at.origin !== ORIGIN) return { status: 200, hops: hops + 1, at: at.href, html: "" };
    }
  }

  /** The answer of the kernel. As in the site worker, an unusual spelling of an address leads to the usual one. */
  async #visit({ pathname, search }: URL): Promise<Visited> {
    const path = readPathname(pathname);
    if (!path) return { status: 404, location: undefined, html: "" };
    const query = safeQuery(search);
    const { kernel } = this.memory.world;
    const { status, headers, body } = await kernel.serve(SITE, path.asked, null, { query });
    const isRespelt = status === 404 && path.asked !== path.canonical;
    return isRespelt
      ? { status: 308, location: `${path.canonical}${query}`, html: "" }
      : { status, location: headers["Location"], html: body ?? "" };
  }

  /** True for the address of a stored file, whole or in a width. */
  hasFile(path: string): boolean {
    const [, digest = "", name = ""] = /^\/media\/([0-9a-f]{64})\/([^/]+)/.exec(decodeURI(path)) ?? [];
    return this.memory.world.kernel.mediaFiles.find(SITE, digest)?.name === name && this.#bytes.has(digest);
  }

  /** The paths of all pages that visitors get. */
  paths(): string[] {
    const { documents } = this.memory.world.kernel;
    return documents
      .pages(SITE, documents.change(SITE), "", 1_000)
      .filter(({ body }) => body.held !== true)
      .map(({ body }) => body.path ?? "");
  }
}

export const ORIGIN = "https://acme.example";

function doorOf(
  memory: MemorySite,
  kept: Map<string, Uint8Array>,
  remote: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Door {
  const { kernel, run } = memory.world;
  return {
    ...memory.door,
    get: async <T>(path: string) => {
      const [, name, id = ""] = /^\/api\/(media)(?:\/(\w+))?/.exec(path) ?? [];
      if (name === undefined) return memory.door.get<T>(path);
      return (id === "" ? kernel.media.list(SITE, {}, null, null) : kernel.media.detail(SITE, id)) as T;
    },
    change: async <T>(...[method, path, given]: Parameters<Door["change"]>) => {
      const [, media] = /^\/api\/media\/(\w+)/.exec(path) ?? [];
      if (media === undefined) return memory.door.change<T>(method, path, given);
      return run<T>("media.update", { media, expected: given.version, ...(given.body as object) }, given.key);
    },
    async upload(facts, sent, key) {
      const { upload } = kernel.media.begin(SITE, sent.length);
      try {
        const { bytes, ...file } = inspected(sent);
        kernel.media.place(SITE, upload, { ...file, name: facts.name, preview: null, bytes: bytes.length });
        kept.set(file.digest, bytes);
        return await run<MediaView>("media.create", { ...facts, ...file, bytes: bytes.length }, key);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new SiteRefusal(415, { code: error.code, issues: error.detail.issues ?? [] }, 0);
      } finally {
        kernel.media.end(upload);
      }
    },
    fetch: async (url) => remote[url] ?? { refused: "its host answers 404" },
  };
}

function inspected(sent: Uint8Array) {
  const inspection = new Inspection(".png");
  inspection.push(sent);
  const { type, size } = inspection.end();
  const drawing = type === "image/svg+xml" ? cleanDrawing(sent) : undefined;
  const bytes = drawing ? new TextEncoder().encode(drawing.text) : sent;
  const { width = null, height = null } = drawing?.size ?? size ?? {};
  return { type, bytes, width, height, digest: createHash("sha256").update(bytes).digest("hex") };
}
