/** Packages whose frames try to end their document, load something, or run without an owner's consent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FRAME_FILE_MAX_BYTES, FRAME_SCRIPT_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { frameFaults } from "../../../manifests/packages/frameCheck.ts";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";
import { excess } from "../../support/effort.ts";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/plugins/lantern-board");
const BOARD = packPlugin(FOLDER);

describe("a file of a frame is refused:", () => {
  test.each([
    ["frameScript", 'document.title = "</script><script>alert(1)</script>";'],
    ["frameScript", "const a = '<!-- <script>';"],
    ["frameScript", "const a = '<!--', b = '<SCRIPT';"],
    ["frameScript", 'import "./other.js";'],
    ["frameScript", 'await import("https://evil.example/a.js");'],
    ["frameScript", "const a = 1;\r\n"],
    ["frameStyle", "a { color: red } </style><script>alert(1)</script>"],
    ["frameHtml", "<script>alert(1)</script>"],
    ["frameHtml", '<p onclick="alert(1)">a</p>'],
    ["frameHtml", '<iframe src="https://evil.example/"></iframe>'],
    ["frameHtml", "<p>{{ fields.title }}</p>"],
    ["frameHtml", '<base href="https://evil.example/">'],
    ["frameHtml", '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
  ] as const)("%s %s", (use, text) => {
    expect(frameFaults(use, text)).not.toEqual([]);
  });

  test.each([
    [FRAME_FILE_MAX_BYTES - 1, 0],
    [FRAME_FILE_MAX_BYTES, 0],
    [FRAME_FILE_MAX_BYTES + 1, 1],
  ])("with %i bytes it has %i faults", (bytes, faults) => {
    expect(frameFaults("frameStyle", "a{}".padEnd(bytes))).toHaveLength(faults);
    expect(frameFaults("frameHtml", "<p>a</p>".padEnd(bytes))).toHaveLength(faults);
  });

  test.each([
    [FRAME_SCRIPT_MAX_BYTES - 1, 0],
    [FRAME_SCRIPT_MAX_BYTES, 0],
    [FRAME_SCRIPT_MAX_BYTES + 1, 1],
  ])("as a script with %i bytes it has %i faults", (bytes, faults) => {
    expect(frameFaults("frameScript", "a();".padEnd(bytes))).toHaveLength(faults);
  });

  test.each(["const a = '<script>';", "const a = '<!--';", "const a = '<script> <!--';"])(
    "but not a script that leaves its element whole: %s",
    (text) => {
      expect(frameFaults("frameScript", text)).toEqual([]);
    },
  );

  test("a text of comments alone costs as much as its length", async () => {
    const script = `//${"<!--".repeat(200_000)}`;
    expect(
      await excess((share) => frameFaults("frameScript", script.slice(0, script.length * share)), 1),
    ).toBeUndefined();
  });
});

describe("a manifest with frames", () => {
  const refusalOf = (change: object): string[] => {
    const checked = checkManifest(JSON.parse(JSON.stringify({ ...BOARD.manifest, ...change })));
    return checked.ok ? [] : checked.error.map(({ pointer }) => pointer);
  };

  test("must request the browser capability, and nothing that only code may have", () => {
    expect(refusalOf({})).toEqual([]);
    expect(refusalOf({ capabilities: undefined })).toEqual(["/capabilities/browser"]);
    expect(refusalOf({ capabilities: { browser: { hosts: [] }, storage: { maxBytes: 1, maxKeys: 1 } } })).toEqual([
      "/capabilities",
    ]);
    expect(refusalOf({ capabilities: { browser: { hosts: ["127.0.0.1"] } } })).toEqual([
      "/capabilities/browser/hosts/0",
    ]);
    expect(refusalOf({ contributes: { ...BOARD.manifest.contributes, frames: [] } })).toEqual([
      "/contributes/sections/0/frame",
      "/capabilities/browser",
    ]);
  });

  test("contains the digest of each script", () => {
    expect(readFileSync(join(FOLDER, "frame/tasks.js"), "utf8")).toBe(BOARD.files["frame/tasks.js"]);
    expect(BOARD.manifest.files?.["frame/tasks.js"]).toMatch(/^sha256-/);
  });
});
