/** An operator who finds an event in a log finds its meaning in the docs. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageOf, ROOT } from "./page.ts";

const PATH = "docs/keys-and-logs.md";

/** The names of the events that sources write. A name with a dot is a command in audit, and no event of a log. */
const eventsIn = (source: string): string[] =>
  [...source.matchAll(/\bevent: "([a-z_]+)"/g)].map(([, event = ""]) => event);

const written = [
  ...new Set(
    globSync("{runtime,sites}/**/*.ts", { cwd: ROOT }).flatMap((path) =>
      eventsIn(readFileSync(join(ROOT, path), "utf8")),
    ),
  ),
];

const unexplained = (events: readonly string[], page: string): string[] => {
  const { codes } = pageOf(PATH, page);
  return events.filter((event) => !codes.includes(event));
};

test("every event of a log has its meaning", () => {
  expect(written.length).toBeGreaterThan(30);
  expect(unexplained(written, readFileSync(join(ROOT, PATH), "utf8"))).toEqual([]);
});

test("an event without a meaning is noticed", () => {
  expect(unexplained(eventsIn('{ event: "cellar_flooded" } { event: "login.open" }'), "`cellar`")).toEqual([
    "cellar_flooded",
  ]);
});
