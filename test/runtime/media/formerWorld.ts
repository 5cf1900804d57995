/** A site with files that had paths on an earlier site. */
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { MediaView } from "../../../runtime/media/views.ts";
import { SITE, page, plugin, textPlugin, textSection, themePlugin, worldWith } from "../kernel/world.ts";

const pictures = plugin(
  "test.pictures",
  { media: [{ name: "small", title: "Small", types: ["image/png"], maxBytes: 100 }] } as unknown as Contributes,
  {},
);

const facts = (number: number) => ({
  digest: number.toString(16).padStart(64, "0"),
  type: "image/png" as const,
  bytes: 50,
  width: 7,
  height: 5,
});

export async function formerWorld() {
  const world = await worldWith({ home: page("/") }, [textPlugin(), themePlugin, pictures]);
  const { media, mediaFiles } = world.kernel;
  const add = async (number: number, formerPath?: string) => {
    const { upload } = media.begin(SITE, 50);
    media.place(SITE, upload, { ...facts(number), name: "a.png", preview: null });
    const more = formerPath === undefined ? {} : { formerPath };
    try {
      return await world.run<MediaView>("media.create", { ...facts(number), name: "a.png", ...more });
    } finally {
      media.end(upload);
    }
  };
  const give = ({ id }: Pick<MediaView, "id">, formerPaths: readonly string[]) =>
    world.run<MediaView>("media.update", {
      media: id,
      expected: mediaFiles.get(SITE, id).version,
      changes: { formerPaths },
    });
  /** Puts a file into the home page. */
  const show = (path: string) => world.write("home", page("/", { sections: [textSection(`![Boat](${path})`)] }));
  /** The address to which a path leads, or the status of its answer. */
  const ask = async (path: string, query = "") => {
    const { status, headers } = await world.kernel.serve(SITE, path, null, { query });
    return headers["Location"] ?? status;
  };
  return { ...world, media, add, give, show, ask };
}
