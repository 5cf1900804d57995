/** Sounds, films and documents in a section. The package is written from the docs alone. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";
import { previewFindings } from "../../../sites/cli/plugin/preview.ts";
import { initialiseInput, page, SITE, siteOf, worldOf } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";
import { rendered } from "../rendering/specimen.ts";

const ALBUM = packPlugin(join(import.meta.dirname, "../../fixtures/plugins/lantern-album"));
const FIELDS = {
  sound: { src: "/media/side-a.ogg", title: 'Side "A"' },
  film: { src: "/media/session.webm", title: "The session", width: 640, height: 360 },
  papers: [{ src: "/media/words.pdf", title: "The words" }],
};

const played = (file: unknown): string => rendered("{{ i | player }}", { i: file });

describe("a sound, a film and a document", () => {
  test("are played and saved from the page, and linked from its twin", async () => {
    expect(previewFindings(ALBUM)).toEqual([]);
    const world = worldOf(testPowers(), [ALBUM]);
    const sections = [{ id: "record", type: "lantern.album/record", fields: FIELDS }];
    await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/", { title: "Album", sections }) })));
    const html = (await world.kernel.published.answer(SITE, "/", null)).body ?? "";
    expect(html).toContain(
      '<audio src="/media/side-a.ogg" aria-label="Side &quot;A&quot;" class="record-sound" controls preload="none"></audio>',
    );
    expect(html).toContain(
      '<video src="/media/session.webm" aria-label="The session" width="640" height="360" playsinline controls preload="metadata"></video>',
    );
    expect(html).toContain('<a href="/media/words.pdf" download>The words</a>');
    const twin = (await world.kernel.published.answer(SITE, "/index.md", null)).body ?? "";
    expect(twin).toMatch(/\[The session\]\(https?:\/\/[^)]+\/media\/session\.webm\)/);
  });

  test.each([
    ["nothing", undefined],
    ["a text", "/media/a.mp3"],
    ["a picture", { src: "/media/a.jpg", title: "A" }],
    ["a document", { src: "/media/a.pdf", title: "A" }],
    ["another origin", { src: "https://example.com/a.mp3", title: "A" }],
    ["a path that leaves the media", { src: "/media/../a.mp3", title: "A" }],
    ["markup", { src: '/media/a"><script>.mp3', title: "A" }],
  ])("are all that is played: %s is not", (_, file) => expect(played(file)).toBe(""));

  test("take no side that is no number of pixels", () => {
    const film = { src: "/media/a.mp4", title: "", width: '1" onplay="alert(1)', height: -5 };
    expect(played(film)).toBe('<video src="/media/a.mp4" playsinline controls preload="metadata"></video>');
  });
});
