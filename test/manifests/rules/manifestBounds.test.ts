import { describe, expect, test } from "vitest";
import { STORAGE_MAX_BYTES, STORAGE_MAX_KEYS } from "../../../manifests/bounds/bridge.ts";
import { CALL_MAX_CPU_MS, CALL_MAX_SUBREQUESTS, CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { PLAIN_TEXT_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { FORM_MIN_SECONDS_MAX, FORM_POSTS_PER_FORM, FORM_POSTS_PER_VISITOR } from "../../../manifests/bounds/forms.ts";
import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import {
  ADDITION_MAX_CHARS,
  ADDITIONS_PER_POINT_MAX,
  CONTRIBUTIONS_MAX,
  EXPLANATION_MAX_CHARS,
  FILE_QUERY_MAX_RESULTS,
  HOSTS_MAX,
  LABEL_MAX_CHARS,
  MANIFEST_MAX_BYTES,
  NAME_MAX_CHARS,
  PLUGIN_ID_MAX_CHARS,
  POINT_ADDITIONS_MAX,
  PRESETS_MAX,
  QUERIES_MAX,
  RETENTION_MAX_DAYS,
  SCHEDULE_MAX_MINUTES,
  SCHEDULE_MIN_MINUTES,
  SECTION_QUERY_MAX_RESULTS,
  SLOTS_MAX,
  SLOT_MAX_SECTIONS,
  VARIANTS_MAX,
  VERSION_MAX_CHARS,
} from "../../../manifests/bounds/manifest.ts";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { FILE_PATH_MAX_CHARS } from "../../../manifests/bounds/packages.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { changed, declarative, executable } from "../fixture.ts";
import { at, issuesOf, THEME } from "../manifestIssues.ts";

const around = (bound: number) => [bound - 1, bound, bound + 1];

describe("bounds: the bound is accepted and one more is refused", () => {
  const text = (length: number) => "a".repeat(length);
  const list = <T>(count: number, item: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => item(index));
  const record = (count: number) => Object.fromEntries(list(count, (index): [string, object] => [`q${index}`, {}]));
  const numbers = (count: number) => count;

  test.each<readonly [string, number, object, (string | number)[], (amount: number) => unknown]>([
    ["characters of an id", PLUGIN_ID_MAX_CHARS, declarative, ["id"], (length) => `a.${text(length - 2)}`],
    ["characters of a version", VERSION_MAX_CHARS, declarative, ["version"], (length) => `1.0.0-${text(length - 6)}`],
    ["characters of a range", VERSION_MAX_CHARS, declarative, ["engine"], (length) => `1.0.0-${text(length - 6)}`],
    ["characters of a label", LABEL_MAX_CHARS, declarative, ["name"], text],
    ["characters of an explanation", EXPLANATION_MAX_CHARS, declarative, ["description"], text],
    ["characters of a name", NAME_MAX_CHARS, declarative, at("name"), text],
    [
      "characters of a path",
      FILE_PATH_MAX_CHARS,
      declarative,
      at("template"),
      (length) => `${text(length - 7)}.liquid`,
    ],
    [
      "characters of a page path",
      PATH_MAX_CHARS,
      declarative,
      at("queries", "pages", "under"),
      (length) => `/${text(length - 1)}`,
    ],
    [
      "contributions",
      CONTRIBUTIONS_MAX,
      declarative,
      ["contributes", "metadata"],
      (count) => list(count, (index) => ({ name: `n${index}`, template: "a.liquid" })),
    ],
    [
      "variants",
      VARIANTS_MAX,
      declarative,
      at("variants"),
      (count) => [
        { name: "plain", title: "P" },
        { name: "loud", title: "L" },
        ...list(count - 2, (index) => ({ name: `n${index}`, title: "N" })),
      ],
    ],
    [
      "additions to one point",
      ADDITIONS_PER_POINT_MAX,
      declarative,
      ["contributes", "extends"],
      (count) => list(count, (index) => ({ name: `n${index}`, point: "acme.host/list", version: "^1.0.0", data: {} })),
    ],
    [
      "characters of an addition",
      ADDITION_MAX_CHARS,
      declarative,
      ["contributes", "extends"],
      (length) => [{ name: "one", point: "acme.host/list", version: "^1.0.0", data: { x: text(length - 8) } }],
    ],
    [
      "additions of a point",
      POINT_ADDITIONS_MAX,
      declarative,
      ["contributes", "provides"],
      (max) => [
        { name: "list", title: "List", data: { type: "object", properties: {}, additionalProperties: false }, max },
      ],
    ],
    [
      "slots",
      SLOTS_MAX,
      declarative,
      at("slots"),
      (count) => list(count, (index) => ({ name: `n${index}`, title: "N" })),
    ],
    ["sections of a slot", SLOT_MAX_SECTIONS, declarative, at("slots", 0, "max"), numbers],
    ["sections of a page", SLOT_MAX_SECTIONS, declarative, at("limits"), (maxPerPage) => ({ maxPerPage })],
    [
      "presets",
      PRESETS_MAX,
      declarative,
      at("presets"),
      (count) => list(count, () => ({ title: "P", fields: { text: "x" } })),
    ],
    ["queries", QUERIES_MAX, declarative, at("queries"), record],
    ["results of a section's query", SECTION_QUERY_MAX_RESULTS, declarative, at("queries", "pages", "limit"), numbers],
    [
      "results of a file's query",
      FILE_QUERY_MAX_RESULTS,
      executable,
      ["contributes", "files", 0, "queries", "all", "limit"],
      numbers,
    ],
    [
      "frames",
      HOSTS_MAX,
      declarative,
      at("frames"),
      (count) => list(count, (index) => `https://h${index}.example.com`),
    ],
    [
      "hosts",
      HOSTS_MAX,
      executable,
      ["capabilities", "http", "hosts"],
      (count) => list(count, (index) => `h${index}.example.com`),
    ],
    ["stored bytes", STORAGE_MAX_BYTES, executable, ["capabilities", "storage", "maxBytes"], numbers],
    ["stored keys", STORAGE_MAX_KEYS, executable, ["capabilities", "storage", "maxKeys"], numbers],
    ["processor time", CALL_MAX_CPU_MS, executable, ["limits", "cpuMs"], numbers],
    ["time", CALL_MAX_WALL_MS, executable, ["limits", "wallMs"], numbers],
    ["subrequests", CALL_MAX_SUBREQUESTS, executable, ["limits", "subrequests"], numbers],
    ["minutes between runs", SCHEDULE_MAX_MINUTES, executable, ["contributes", "hooks", 1, "everyMinutes"], numbers],
    ["days of retention", RETENTION_MAX_DAYS, executable, ["contributes", "forms", 0, "retentionDays"], numbers],
    [
      "seconds before a token",
      FORM_MIN_SECONDS_MAX,
      executable,
      ["contributes", "forms", 0, "spam", "minSeconds"],
      numbers,
    ],
    [
      "posts of a visitor",
      FORM_POSTS_PER_VISITOR,
      executable,
      ["contributes", "forms", 0, "limits", "perVisitor"],
      numbers,
    ],
    ["posts to a form", FORM_POSTS_PER_FORM, executable, ["contributes", "forms", 0, "limits", "perForm"], numbers],
    ["bytes of an upload", MEDIA_MAX_BYTES, executable, ["contributes", "media", 0, "maxBytes"], numbers],
  ])("%s", (_, bound, base, path, make) => {
    const found = around(bound).map((amount) => issuesOf(changed(base, [path, make(amount)])));
    expect(found.map((issues) => issues.length > 0)).toEqual([false, false, true]);
    expect(found[2]?.[0]?.pointer).toMatch(new RegExp(`^/${path.join("/")}`));
  });

  test("minutes between runs are at least the bound", () => {
    const path = ["contributes", "hooks", 1, "everyMinutes"];
    const found = around(SCHEDULE_MIN_MINUTES).map((minutes) => issuesOf(changed(executable, [path, minutes])));
    expect(found.map((issues) => issues.length)).toEqual([1, 0, 0]);
    expect(found[0]?.[0]?.allowed).toBe(`at least ${SCHEDULE_MIN_MINUTES}`);
  });

  test("characters of a token", () => {
    const path = [...THEME, "tokens", "base", "properties", "radius", "default"];
    const found = around(PLAIN_TEXT_MAX_CHARS).map((length) => issuesOf(changed(declarative, [path, text(length)])));
    expect(found.map((issues) => issues.length)).toEqual([0, 0, 1]);
  });

  test("bytes of a manifest, counted in UTF-8", () => {
    const padded = (length: number) => {
      const bare = JSON.stringify(declarative);
      return bare + " ".repeat(length - bare.length);
    };
    expect(around(MANIFEST_MAX_BYTES).map((length) => readManifest(padded(length)).ok)).toEqual([true, true, false]);
    const wide = JSON.stringify({ ...declarative, name: "ä" });
    const text = wide + " ".repeat(MANIFEST_MAX_BYTES - wide.length);
    expect(readManifest(text)).toEqual({
      ok: false,
      error: [
        {
          pointer: "",
          found: `${MANIFEST_MAX_BYTES + 1} bytes`,
          allowed: `at most ${MANIFEST_MAX_BYTES} bytes`,
        },
      ],
    });
  });

  test("issues of one answer", () => {
    const unknown = (count: number) => ({ ...declarative, ...record(count) });
    expect(around(ISSUES_MAX).map((count) => issuesOf(unknown(count)).length)).toEqual([49, 50, 50]);
  });
});
