import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockEntry> };
const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;

/**
 * Packages with an install script that work without it. Two get their binary from an optional package; the Inspector's
 * script only runs in its own repository. Before adding a name, show that an install with `ignore-scripts=true` works.
 */
const WORK_WITHOUT_THEIR_SCRIPT = [
  "node_modules/@modelcontextprotocol/inspector",
  "node_modules/esbuild",
  "node_modules/workerd",
];

/** Optional packages that the lock file lacks, as `<package> -> <optional package>`. */
function missing(packages: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(packages).flatMap(([where, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => packages[`${where}/node_modules/${name}`] === undefined)
      .filter((name) => packages[`node_modules/${name}`] === undefined)
      .map((name) => `${where} -> ${name}`),
  );
}

/**
 * Entries without a digest of the package's bytes, for which npm would take any bytes. npm leaves them out for systems
 * that it does not install for. Remove such entries, then run `npm install --package-lock-only` to get them again.
 */
const withoutDigest = (packages: Readonly<Record<string, LockEntry>>): string[] =>
  Object.keys(packages).filter(
    (where) =>
      where !== "" && packages[where]?.link !== true && packages[where]?.integrity?.startsWith("sha512-") !== true,
  );

const withScripts = (packages: Readonly<Record<string, LockEntry>>): string[] =>
  Object.keys(packages).filter(
    (where) => packages[where]?.hasInstallScript === true && packages[where].optional !== true,
  );

const loose = (versions: Readonly<Record<string, string>>): string[] =>
  Object.entries(versions)
    .filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name]) => name);

const KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

/** Packages without a reason in docs/dependencies.md. */
function unexplained(text: string, packages: readonly string[]): string[] {
  const reasons = [...text.matchAll(/^\| (`.+?) \| (?=\S)/gm)].map(([, names]) => names ?? "");
  return packages.filter((name) => !reasons.some((names) => names.split(", ").includes(`\`${name}\``)));
}

describe("dependencies", () => {
  test("each have their reason in the docs", () => {
    expect(
      unexplained(
        read("docs/dependencies.md"),
        KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {})),
      ),
    ).toEqual([]);
  });

  test("without a reason are noticed", () => {
    expect(unexplained("| `one`, `two` | because |\n| `three` |  |\n", ["one", "two", "three", "four"])).toEqual([
      "three",
      "four",
    ]);
  });
});

describe("installing", () => {
  test("no lifecycle script may run", () => {
    expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
  });

  test("no dependency needs an install script", () => {
    expect(withScripts(lock.packages)).toEqual(WORK_WITHOUT_THEIR_SCRIPT);
  });

  test("a dependency with an install script is noticed", () => {
    expect(withScripts({ "node_modules/native": { hasInstallScript: true } })).toEqual(["node_modules/native"]);
  });

  test("the lock names the packages of every platform, so that npm ci accepts it", () => {
    expect(missing(lock.packages)).toEqual([]);
  });

  test("a platform package that is missing from the lock is noticed", () => {
    const packages = { "node_modules/tool": { optionalDependencies: { "tool-linux": "1.0.0" } } };
    expect(missing(packages)).toEqual(["node_modules/tool -> tool-linux"]);
  });

  test.each(KINDS)("%s are pinned to exact versions", (kind) => {
    expect(loose(manifest[kind] ?? {})).toEqual([]);
  });

  test.each(["^1.0.0", "latest", "1.x", "npm:other@^2.0.0"])("the loose version %s is noticed", (version) => {
    expect(loose({ some: version })).toEqual(["some"]);
  });
});

test("the lock file names the bytes of every package, for every system", () => {
  expect(withoutDigest(lock.packages)).toEqual([]);
  const entry = { version: "1.0.0", optional: true };
  const found = { "": {}, "node_modules/a": entry, "node_modules/b": { ...entry, integrity: "sha1-x" } };
  expect(withoutDigest({ ...found, "node_modules/c": { link: true } })).toEqual(["node_modules/a", "node_modules/b"]);
});
