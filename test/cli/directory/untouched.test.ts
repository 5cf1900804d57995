import { describe, expect, test } from "vitest";
import { Desk } from "../svc.ts";

/** Fails before anything is started. */
const START = ["start", "--profile", "unknown"];

describe("svc start without svc.jsonc", () => {
  test.each([
    ["an empty folder", []],
    ["a folder that it has started in before", [".svc/local/kept"]],
  ])("takes its defaults in %s, and says so", (_, files) => {
    using desk = new Desk();
    for (const file of files) desk.write(file, "");
    const { code, talk } = desk.start(START);
    expect([code, talk]).toEqual([1, expect.stringContaining("To make it one: svc init") as string]);
    expect(talk).not.toContain("There is no svc.jsonc");
  });

  test.each(["notes.txt", "package.json", ".git/HEAD"])("starts nothing among other people's files: %s", (file) => {
    using desk = new Desk();
    desk.write(file, "{}");
    const { code, talk } = desk.start(START);
    expect([code, talk]).toEqual([2, expect.stringContaining("To set up a site directory: svc init") as string]);
  });
});
