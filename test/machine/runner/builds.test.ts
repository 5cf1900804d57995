import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Builds } from "../../../sites/machine/runner/builds.ts";
import { testFolder } from "../testFolder.ts";

/** A folder with two sources, and starts that build them into one file. */
function starts() {
  const here = testFolder();
  const sources = ["src/one.ts", "node_modules/@of/two/lib/two.js"].map((path) => here.at(path));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const path of sources) write(path, "first");
  const manifest = here.at("node_modules/@of/two/package.json");
  write(manifest, "{}");
  let builds = 0;
  const start = async (
    settings: unknown = null,
    during = (): void => undefined,
    { folder: at = "built", shared = undefined as string | undefined } = {},
  ): Promise<string> => {
    await aTickLater();
    const make = async (folder: string): Promise<readonly string[]> => {
      builds += 1;
      writeFileSync(join(folder, "out.js"), sources.map((path) => readFileSync(path, "utf8")).join());
      during();
      return sources;
    };
    const folder = await new Builds(here.at(at), shared).makeFolder({ name: "worker", settings, make });
    return readFileSync(join(folder, "out.js"), "utf8");
  };
  return {
    here,
    write,
    sources,
    manifest,
    start,
    builds: () => builds,
    [Symbol.dispose]: () => here[Symbol.dispose](),
  };
}

/** Waits until a new file gets a later time than existing ones. File systems have coarse clocks. */
async function aTickLater(): Promise<void> {
  const began = Date.now();
  while (Date.now() - began < 20) await setTimeout(5);
}

describe("a build", () => {
  test("runs once, as long as nothing changes", async () => {
    using here = starts();
    expect([await here.start(), await here.start(), here.builds()]).toEqual(["first,first", "first,first", 1]);
  });

  test.each([0, 1])("runs again when an input file has changed: %i", async (which) => {
    using here = starts();
    await here.start();
    here.write(here.sources[which] ?? "", "other");
    expect(await here.start()).toBe(["other,first", "first,other"][which]);
    expect([await here.start(), here.builds()]).toEqual([["other,first", "first,other"][which], 2]);
  });

  test("runs again when a package has other metadata about its files", async () => {
    using here = starts();
    await here.start();
    here.write(here.manifest, `{"type":"module"}`);
    await here.start();
    expect(here.builds()).toBe(2);
  });

  test("runs again with other settings", async () => {
    using here = starts();
    await here.start({ loader: true });
    await here.start({ loader: false });
    expect(here.builds()).toBe(2);
  });

  test.each([
    ["is not what it was", (at: (path: string) => string) => writeFileSync(at("built/worker/out.js"), "fir")],
    ["is missing", (at: (path: string) => string) => rmSync(at("built/worker/out.js"))],
    ["has company", (at: (path: string) => string) => writeFileSync(at("built/worker/more.js"), "")],
    ["has no folder", (at: (path: string) => string) => rmSync(at("built/worker"), { recursive: true })],
    ["has no whole record", (at: (path: string) => string) => writeFileSync(at("built/worker.json"), `{"settings"`)],
    ["has no record", (at: (path: string) => string) => rmSync(at("built/worker.json"))],
  ])("runs again when its output %s", async (_, harm) => {
    using here = starts();
    await here.start();
    harm(here.here.at);
    expect([await here.start(), await here.start(), here.builds()]).toEqual(["first,first", "first,first", 2]);
  });

  test("is not recorded when a file changes during the build", async () => {
    using here = starts();
    const edit = (): void => here.write(here.sources[0] ?? "", "late");
    expect(await here.start(null, edit)).toBe("first,first");
    expect([await here.start(), here.builds()]).toEqual(["late,first", 2]);
  });
});

describe("folders that share their builds", () => {
  /** Starts with data folders of these names. */
  function sharing() {
    const here = starts();
    const shared = here.here.at("shared");
    const next = (folder: string, settings: unknown = null): Promise<string> =>
      here.start(settings, undefined, { folder, shared });
    const harm = (change: (text: string) => string): void => {
      for (const name of readdirSync(shared))
        writeFileSync(join(shared, name), change(readFileSync(join(shared, name), "utf8")));
    };
    return { ...here, shared, next, harm };
  }

  test("build once", async () => {
    using here = sharing();
    expect([await here.next("one"), await here.next("two"), await here.next("two"), here.builds()]).toEqual([
      "first,first",
      "first,first",
      "first,first",
      1,
    ]);
  });

  test("are not found in a copy of the checkout, whose inputs have other paths", async () => {
    using here = sharing();
    await here.next("one");
    const copied = here.here.at("copied");
    cpSync(here.shared, copied, { recursive: true });
    await here.start(null, undefined, { folder: "two", shared: copied });
    expect(here.builds()).toBe(2);
  });

  test("build again with a changed input, and with other settings", async () => {
    using here = sharing();
    await here.next("one");
    here.write(here.sources[0] ?? "", "other");
    expect([await here.next("two"), await here.next("three"), here.builds()]).toEqual([
      "other,first",
      "other,first",
      2,
    ]);
    await here.next("four", { loader: false });
    await here.next("five");
    expect(here.builds()).toBe(3);
  });

  test.each([
    ["incomplete", (text: string) => text.slice(0, -20)],
    ["changed", (text: string) => text.replace(/"outputs":.*$/, `"outputs":{"out.js":"${btoa("fir")}"}}`)],
    ["without an output", (text: string) => text.replace(/"outputs":.*$/, `"outputs":{}}`)],
  ])("build again when a shared build is %s", async (_, change) => {
    using here = sharing();
    await here.next("one");
    here.harm(change);
    expect([await here.next("two"), await here.next("three"), here.builds()]).toEqual([
      "first,first",
      "first,first",
      2,
    ]);
  });

  test("build each for itself where nothing can be written", async () => {
    using here = sharing();
    writeFileSync(here.shared, "");
    expect([await here.next("one"), await here.next("two"), here.builds()]).toEqual(["first,first", "first,first", 2]);
  });
});
