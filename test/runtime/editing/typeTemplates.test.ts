/** The page templates with which new entries of content types begin, as a site chose them in its settings. */
import { beforeEach, describe, expect, test } from "vitest";
import { TYPE_TEMPLATES_MAX } from "../../../manifests/bounds/documents.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { settings } from "../../../runtime/documents/content/settings.ts";
import { withTemplates } from "../../../runtime/editing/catalogue.ts";
import { EVENT, EVENTS } from "../entries/events.ts";
import { page, SITE, textSection, type World, worldWith } from "../kernel/world.ts";
import { shared, sharedPlugin } from "../placing/placedWorld.ts";
import { refusalOf } from "./editingWorld.ts";

const TEMPLATE = "drawbridge.shared/template";
const template = (name: string, type: string, more: Partial<Page> = {}): Page =>
  page(`/template/${name}`, { title: name, type: TEMPLATE, values: { type }, sections: [textSection(name)], ...more });

let world: World;
beforeEach(async () => {
  const pages = {
    home: page("/"),
    summer: template("summer", EVENT),
    winter: template("winter", EVENT),
    plain: template("plain", ""),
    hours: shared("hours", "Open from nine"),
  };
  world = await worldWith(pages, [...EVENTS, sharedPlugin()]);
});

const choice = (templates: object) => {
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  return { expected: version, body: { ...body, templates } };
};
const choose = (templates: object): Promise<unknown> => world.run("settings.put", choice(templates));

const chosen = (): unknown =>
  withTemplates(world.kernel.documents, SITE, world.kernel.reads.catalogue(SITE)).contentTypes.find(
    ({ type }) => type === EVENT,
  )?.template;

describe("a type", () => {
  test("names the template that the site chose, another one, and none", async () => {
    expect(chosen()).toBeUndefined();
    await choose({ [EVENT]: "summer" });
    expect(chosen()).toBe("summer");
    await choose({ [EVENT]: "winter" });
    expect(chosen()).toBe("winter");
    await choose({});
    expect(chosen()).toBeUndefined();
  });

  test.each([
    ["a page that is no template", { [EVENT]: "home" }],
    ["an entry that is no template", { [EVENT]: "hours" }],
    ["a template of another type", { [EVENT]: "plain" }],
    ["a page that is not there", { [EVENT]: "nowhere" }],
    ["a type that the site does not have", { "acme.events/other": "summer" }],
    ["what every object inherits", { "acme.events/constructor": "summer" }],
    ["no name of a type", { constructor: "summer" }],
    ["no id of a page", { [EVENT]: "../summer" }],
  ])("does not begin with %s", async (_, templates) => {
    expect((await refusalOf(world, "settings.put", choice(templates))).code).toBe("INVALID_REQUEST");
  });

  test("whose template goes or becomes another's begins without one, and the settings can still be saved", async () => {
    await choose({ [EVENT]: "summer" });
    await world.write("summer", template("summer", ""));
    expect(chosen()).toBeUndefined();
    await world.write("summer", template("summer", EVENT));
    expect(chosen()).toBe("summer");
    await world.write("summer", null);
    expect(chosen()).toBeUndefined();
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, name: "Renamed" } });
    expect(world.kernel.documents.only(SITE, "settings").body).toMatchObject({ templates: { [EVENT]: "summer" } });
    expect((await refusalOf(world, "settings.put", choice({ [EVENT]: "hours" }))).detail.issues).toEqual([
      {
        pointer: "/body/templates/acme.events~1event",
        found: "hours",
        allowed: `the id of a page template for ${EVENT}`,
      },
    ]);
  });
});

test.each([
  [TYPE_TEMPLATES_MAX - 1, true],
  [TYPE_TEMPLATES_MAX, true],
  [TYPE_TEMPLATES_MAX + 1, false],
])("a site chooses %i templates: %s", (n, isAllowed) => {
  const templates = Object.fromEntries(Array.from({ length: n }, (_, at) => [`acme.events/type-${at}`, "summer"]));
  expect(settings.safeParse({ name: "Site", language: "en", templates }).success).toBe(isAllowed);
});
