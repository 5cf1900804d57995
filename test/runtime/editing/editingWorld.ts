import type { Deployment } from "../../../runtime/deployment.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { AuditPayload } from "../../../runtime/commands/outbox.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import type { ChangesView } from "../../../runtime/editing/comparing/views.ts";
import type { SchedulesView } from "../../../runtime/editing/views.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import {
  PACK,
  SITE,
  initialiseInput,
  page,
  plugin,
  siteOf,
  textSection,
  worldBegunBy,
  type World,
} from "../kernel/world.ts";

/** A section type with a slot, which may appear twice on a page. */
const boxPlugin: PackedPlugin = plugin(
  "test.box",
  {
    sections: [
      {
        name: "box",
        title: "Box",
        description: "Box",
        category: "layout",
        template: "box.liquid",
        markdown: "box.md.liquid",
        variants: [
          { name: "wide", title: "Wide" },
          { name: "narrow", title: "Narrow" },
        ],
        slots: [{ name: "left", title: "Left", max: 2 }],
        fields: { type: "object", properties: {}, additionalProperties: false },
        limits: { maxPerPage: 2 },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  { "box.liquid": "<div>{{ children.left }}</div>", "box.md.liquid": "{{ children.left }}" },
);

/** A section type that embeds a page of another origin. */
export const filmPlugin: PackedPlugin = plugin(
  "test.film",
  {
    sections: [
      {
        name: "film",
        title: "Film",
        description: "Film",
        category: "media",
        template: "film.liquid",
        markdown: "film.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        frames: ["https://films.example"],
        fields: { type: "object", properties: {}, additionalProperties: false },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  { "film.liquid": "<p>A film</p>" },
);

export const EDITING_PACK: readonly PackedPlugin[] = [...PACK, boxPlugin];
export const OTHER_SITE = "other";

export const box = (id: string, ...inside: Section[]): Section => ({
  id,
  type: "test.box/box",
  fields: {},
  ...(inside.length > 0 ? { children: { left: inside } } : {}),
});

/** A workspace with two sites that use the same ids. */
export async function editingWorld(
  pages: Record<string, Page> = { home: page("/"), about: page("/about") },
  more: Partial<Deployment> = {},
): Promise<World> {
  const secret = {
    home: page("/", { title: "Secret home" }),
    hidden: page("/hidden", { sections: [textSection("Secret", "secret")] }),
  };
  const other = initialiseInput(siteOf(secret), {
    site: OTHER_SITE,
    origin: "https://other.example",
    hostnames: ["other.example"],
  });
  return worldBegunBy([initialiseInput(siteOf(pages)), other], EDITING_PACK, more);
}

export const pageOf = (world: World, id: string): Page | undefined =>
  world.kernel.documents.get(SITE, "page", id)?.body;
export const versionOf = (world: World, id: string): number =>
  world.kernel.documents.get(SITE, "page", id)?.version ?? 0;
export const changes = (world: World): ChangesView => world.kernel.reads.changes(SITE);
export const schedules = (world: World): SchedulesView["items"] => world.kernel.reads.schedules(SITE).items;

export const audits = (world: World): AuditPayload[] =>
  world.powers.sql
    .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'audit' ORDER BY rowid")
    .map(({ payload }) => JSON.parse(payload) as AuditPayload);

/** The code of a refused command. */
export async function refusalOf(
  world: World,
  name: CommandName,
  input: unknown,
): Promise<Pick<Refusal, "code" | "detail">> {
  const change = world.kernel.documents.change(SITE);
  const answer = await world.run(name, input).then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );
  if (!answer?.code) throw answer ?? new Error(`${name} was not refused`);
  if (world.kernel.documents.change(SITE) !== change) throw new Error(`${name} was refused and changed the draft`);
  return { code: answer.code, detail: answer.detail };
}

export const pointersOf = ({ detail }: Pick<Refusal, "detail">): string[] =>
  (detail.issues ?? []).map(({ pointer }) => pointer);

/** Pointers of a refused command's faults; empty if it succeeded. */
export const attempt = (world: World, name: CommandName, input: unknown): Promise<string[]> =>
  world.run(name, input).then(
    () => [],
    (error: unknown) => pointersOf(error as Refusal),
  );
