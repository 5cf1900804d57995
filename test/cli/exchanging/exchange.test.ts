import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { Trouble } from "../../../sites/cli/command/command.ts";
import { ExchangeRecord } from "../../../sites/cli/exchanging/documentFile.ts";
import type { KeptFolder } from "../../../sites/cli/exchanging/keptFolder.ts";
import { pullFiles } from "../../../sites/cli/exchanging/mediaFiles.ts";
import { type Chosen, pull, type Pulled } from "../../../sites/cli/exchanging/pulling.ts";
import { push, type Pushed } from "../../../sites/cli/exchanging/pushing.ts";
import { MemorySite } from "../../moving/memorySite.ts";
import { page } from "../../runtime/kernel/world.ts";

class MemoryFolder implements KeptFolder {
  readonly files = new Map<string, Uint8Array>();
  read = (name: string): Uint8Array | undefined => this.files.get(name);
  write(name: string, content: string | Uint8Array): void {
    this.files.set(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  remove = (name: string): void => void this.files.delete(name);
  list = (folder: string): string[] =>
    [...this.files.keys()].flatMap((name) => (name.startsWith(`${folder}/`) ? [name.slice(folder.length + 1)] : []));
  json = (name: string): Page => JSON.parse(new TextDecoder().decode(this.files.get(name))) as Page;
  edit(name: string, change: (body: Page) => object): void {
    this.write(name, JSON.stringify(change(this.json(name))));
  }
}

const ALL: Chosen = { pages: [], isWhole: true };
const text = (body: string): Page =>
  page("/about", { title: "About", sections: [{ id: "s1", type: "drawbridge.basics/rich-text", fields: { body } }] });

interface How {
  readonly overwrite?: boolean;
  readonly isDry?: boolean;
  readonly deletes?: boolean;
  readonly chosen?: Chosen;
}

const around = (site: MemorySite, folder: MemoryFolder, name: string, { isDry = false, overwrite = false }: How) => ({
  door: site.door,
  site: `https://${name}.example`,
  folder,
  record: new ExchangeRecord(folder),
  isDry,
  overwrite,
  tell: () => undefined,
});
const pulled = (site: MemorySite, folder: MemoryFolder, name: string, how: How = {}): Promise<Pulled> =>
  pull(around(site, folder, name, how), how.chosen ?? ALL);
const pushed = (site: MemorySite, folder: MemoryFolder, name: string, how: How = {}): Promise<Pushed> =>
  push({ ...around(site, folder, name, how), deletes: how.deletes ?? false }, how.chosen ?? ALL);

const staging = await MemorySite.open();
await staging.world.write("about", text("First"));
const live = await MemorySite.open();
const PAGES: Chosen = { pages: [], isWhole: false };

describe("documents as files", () => {
  test("come from one site, and go to another with what people changed in them", async () => {
    const folder = new MemoryFolder();
    const first = await pulled(staging, folder, "staging");
    expect([first.written.toSorted(), first.conflicts]).toEqual([
      ["navigation", "page/about", "page/home", "redirects", "settings", "theme", "types"],
      [],
    ]);
    expect(folder.json("pages/about.json")).toEqual(text("First"));
    expect((await pulled(staging, folder, "staging")).same).toBe(7);

    // The other site has a home page and settings of its own, so the first push of everything says so.
    await live.edit("/", "Ours");
    const refused = await pushed(live, folder, "live");
    expect([refused.conflicts, live.at("/about")]).toEqual([["page/home"], undefined]);
    const done = await pushed(live, folder, "live", { chosen: { pages: ["/about"], isWhole: false } });
    expect([done.created, live.at("/about")]).toEqual([["page/about"], text("First")]);

    folder.edit("pages/about.json", (body) => ({ ...body, title: "About us" }));
    const dry = await pushed(live, folder, "live", { isDry: true, chosen: { pages: ["about"], isWhole: false } });
    expect([dry.replaced, live.at("/about")?.title]).toEqual([["page/about"], "About"]);
    await pushed(live, folder, "live", { chosen: { pages: ["about"], isWhole: false } });
    expect(live.at("/about")?.title).toBe("About us");
    expect((await pushed(live, folder, "live", { overwrite: true })).replaced).toEqual(["page/home"]);
    expect((await pushed(live, folder, "live")).same).toBe(7);
  });

  test("that a member changed meanwhile are conflicts in both directions, and nothing is written", async () => {
    const folder = new MemoryFolder();
    await pulled(staging, folder, "staging", { chosen: PAGES });
    const { title } = folder.json("pages/about.json");
    folder.edit("pages/about.json", (body) => ({ ...body, title: "Theirs" }));
    folder.edit("pages/home.json", (body) => ({ ...body, title: "Home again" }));
    await staging.edit("/about", "A member's");
    const refused = await pushed(staging, folder, "staging");
    expect([refused.conflicts, staging.at("/")?.title === "Home again"]).toEqual([["page/about"], false]);
    const again = await pulled(staging, folder, "staging", { chosen: PAGES });
    expect([again.conflicts, folder.json("pages/about.json").title]).toEqual([["page/about"], "Theirs"]);
    expect((await pulled(staging, folder, "staging", { chosen: PAGES, overwrite: true })).written).toContain(
      "page/about",
    );
    expect(folder.json("pages/about.json").title).toBe("A member's");
    await staging.edit("/about", title);
  });

  test("whose files are gone delete their pages only if that is asked for", async () => {
    const folder = new MemoryFolder();
    await staging.world.write("extra", page("/extra", { sections: [] }));
    await pulled(staging, folder, "staging");
    folder.remove("pages/extra.json");
    expect([(await pushed(staging, folder, "staging")).gone, staging.idAt("/extra")]).toEqual([
      ["page/extra"],
      "extra",
    ]);
    expect((await pushed(staging, folder, "staging", { deletes: true })).deleted).toEqual(["page/extra"]);
    expect(staging.idAt("/extra")).toBeUndefined();
  });

  test("bring the files that they name, at the addresses that the other site gives them", async () => {
    const folder = new MemoryFolder();
    const [sent, shown] = [new TextEncoder().encode("sent"), new TextEncoder().encode("shown to visitors")];
    const { path } = await staging.door.upload({ name: "a.png", source: "s", alt: "A quay" }, sent, "k");
    await staging.world.write("pictured", { ...text(`![A quay](${path})`), path: "/pictured" });
    const chosen = { pages: ["pictured"], isWhole: false };
    const { bodies } = await pulled(staging, folder, "staging", { chosen });
    const visit = async (at: string) => (at === path ? shown : undefined);
    expect(await pullFiles({ door: staging.door, visit, folder }, bodies)).toEqual({ fetched: 1, missing: [] });
    const { files } = await pushed(live, folder, "live", { chosen });
    expect(files).toEqual({ stored: 1, missing: [] });
    const digest = createHash("sha256").update(shown).digest("hex");
    expect(live.textAt("/pictured")).toBe(`![A quay](/media/${digest}/a.png)`);
    expect(live.uploads.get(digest)).toMatchObject({ name: "a.png", alt: "A quay", source: "s" });
    folder.edit("pages/pictured.json", (body) => ({ ...body, title: "Once more" }));
    expect((await pushed(live, folder, "live", { chosen })).files.stored).toBe(0);
    expect(live.textAt("/pictured")).toContain(digest);
  });

  test("that a site refuses are named by their files, and what went before is not sent again", async () => {
    const folder = new MemoryFolder();
    await pulled(staging, folder, "staging", { chosen: PAGES });
    folder.edit("pages/about.json", (body) => ({ ...body, sections: [{ id: "s1", type: "acme.none/x", fields: {} }] }));
    const error: unknown = await pushed(staging, folder, "staging", { chosen: PAGES }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Trouble);
    expect((error as Trouble).message).toContain("pages/about.json: /sections/0/type: found acme.none/x");
  });

  test.each([
    ["pages/../home.json", "{}", "is no page"],
    ["pages/about.txt", "{}", "is no page"],
    ["pages/about.json", "{", "is no JSON"],
    ["exchanged.json", "[]", "cannot be read"],
  ])("with a fault in %s end the command", async (name, content, says) => {
    const folder = new MemoryFolder();
    folder.write(name, content);
    await expect(async () => pushed(live, folder, "live")).rejects.toThrow(says);
  });
});
