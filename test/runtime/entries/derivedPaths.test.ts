/** Entries that a program creates without a path, which the address of their type then gives. */
import { expect, test } from "vitest";
import { EVENT, eventsPlugin } from "./events.ts";
import { recipeType, siteWith } from "./ownTypes.ts";
import { PACK, SITE, page, worldWith, type World } from "../kernel/world.ts";

const { address: _address, ...LISTED } = recipeType();
const soup = { title: "Süße Suppe", type: "site/recipe", values: { minutes: 5 } };

async function created({ kernel, run }: World, body: object): Promise<string | undefined> {
  const { page: id } = await run<{ page: string }>("page.create", { body });
  return kernel.documents.get(SITE, "page", id)?.body.path;
}

test("have the title in the address of their type, and a number if that is taken", async () => {
  const world = await siteWith();
  expect(await created(world, soup)).toBe("/recipes/süße-suppe");
  expect(await created(world, soup)).toBe("/recipes/süße-suppe-2");
  expect(await created(world, { ...soup, path: "/own" })).toBe("/own");
  await expect(created(world, { ...soup, path: "/own" })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("of a type without an address have an inner one", async () => {
  expect(await created(await siteWith({}, LISTED), soup)).toBe("/recipe/süße-suppe");
});

test("have the dates that the address takes, of the page and of fields, and are refused without", async () => {
  const address = "/events/{start.year}/{month}/{slug}";
  const world = await worldWith({ home: page("/") }, [...PACK, eventsPlugin({ address })]);
  const fair = { title: "Fair", type: EVENT, values: { start: "2027-05-01" } };
  expect(await created(world, { ...fair, date: "2026-03-12" })).toBe("/events/2027/03/fair");
  await expect(created(world, fair)).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    detail: { issues: [{ pointer: "/body/path", allowed: expect.stringContaining(address) }] },
  });
});

test.each([{ title: "A page" }, { title: "An entry", type: "acme.none/thing" }])("%o needs a path", async (body) => {
  await expect(created(await siteWith(), body)).rejects.toMatchObject({
    code: "INVALID_REQUEST",
    detail: { issues: [{ pointer: "/body/path" }] },
  });
});
