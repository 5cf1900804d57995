import { packProject } from "../../sites/tools/firstParty.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { SITE, type World, initialiseInput, page, siteOf, worldOf } from "../runtime/kernel/world.ts";
import { median } from "./statistics.ts";

/** The publication of one changed page in ten languages, against a site with one. In the kernel alone, with our plugins. */
export interface LanguageFigures {
  readonly pages: number;
  readonly languages: number;
  /** The processor time of a changed description in ten languages, in milliseconds, and against one language. */
  readonly textMs: number;
  readonly textRatio: number;
  /** The same of a changed title. */
  readonly titleMs: number;
  readonly titleRatio: number;
}

const TAGS = ["en", "de", "fr", "es", "it", "nl", "pl", "sv", "da", "pt"];
const SAMPLES = 101;
const WARM = 30;
const WRITTEN_AT_ONCE = 100;
const CHANGED = "p7";

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const bodyOf = (tag: string, n: number, groups: number, isSource: boolean) => ({
  path: `${isSource ? "" : `/${tag}`}/area-${n % 20}/p${n}`,
  title: `Page ${n}`,
  description: `About ${n}`,
  sections: [
    {
      id: "t",
      type: "drawbridge.basics/rich-text",
      variant: "default",
      fields: { text: `Words of page ${n}. [Next](page:p${(n + 1) % groups})` },
    },
  ],
  ...(!isSource && { language: tag, translationOf: `p${n}` }),
});

async function siteIn(tags: readonly string[], pages: number): Promise<World> {
  const world = worldOf(testPowers(), packProject().firstParty);
  const languages = tags.map((tag, n) => ({ tag, name: tag, ...(n > 0 && { prefix: `/${tag}` }) }));
  const site = siteOf({ home: page("/") });
  const settings = { ...site.settings, ...(tags.length > 1 && { languages }) };
  await world.kernel.initialiser.run(initialiseInput({ ...site, settings }));
  const groups = Math.floor(pages / tags.length);
  const writes = Array.from({ length: groups }, (_, n) =>
    tags.map((tag, at) => ({
      kind: "page" as const,
      id: at === 0 ? `p${n}` : `p${n}-${tag}`,
      expected: 0,
      body: bodyOf(tag, n, groups, at === 0),
    })),
  ).flat();
  for (let at = 0; at < writes.length; at += WRITTEN_AT_ONCE)
    world.powers.sql.atomically(
      () =>
        void world.kernel.documents.write(
          { site: SITE, actor: "member:m", at: 0 },
          writes.slice(at, at + WRITTEN_AT_ONCE),
        ),
    );
  await publishAll(world);
  return world;
}

async function publishAll(world: World): Promise<void> {
  await world.run("publish", {});
  while (!(await world.kernel.publisher.step(SITE))) continue;
}

/** The processor time to publish the page after a change of a member. */
async function costOf(world: World, member: "description" | "title", n: number): Promise<number> {
  const { body } = world.kernel.documents.get(SITE, "page", CHANGED) ?? { body: page("/p7") };
  await world.write(CHANGED, { ...body, [member]: `Another ${n}` });
  const before = cpuMs();
  await publishAll(world);
  return cpuMs() - before;
}

/** Measures both sites in turns, so that what else the machine does meets both. */
async function costsOf(
  worlds: readonly World[],
  member: "description" | "title",
): Promise<readonly [one: number, ten: number]> {
  const times = worlds.map((): number[] => []);
  for (let n = -WARM; n < SAMPLES; n++)
    for (const [at, world] of worlds.entries()) {
      const cost = await costOf(world, member, n);
      if (n >= 0) times[at]?.push(cost);
    }
  const [one = 0, ten = 0] = times.map(median);
  return [one, ten];
}

export async function measureLanguages(pages: number): Promise<LanguageFigures> {
  const worlds = [await siteIn(TAGS.slice(0, 1), pages), await siteIn(TAGS, pages)];
  const [text, text10] = await costsOf(worlds, "description");
  const [title, title10] = await costsOf(worlds, "title");
  return {
    pages,
    languages: TAGS.length,
    textMs: text10,
    textRatio: text10 / text,
    titleMs: title10,
    titleRatio: title10 / title,
  };
}
