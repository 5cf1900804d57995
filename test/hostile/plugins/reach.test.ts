/** Plugins that try to do more than what the granting owner has read. */
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";

const { manifest } = packPlugin(fileURLToPath(new URL("../../../plugins/webhook", import.meta.url)));

const issuesWith = (settings: object, hostsFrom = "url"): string[] => {
  const http = { hosts: [], hostsFrom, methods: ["POST"] };
  const checked = checkManifest({
    ...manifest,
    contributes: { ...manifest.contributes, settings },
    capabilities: { http },
  });
  return checked.ok ? [] : checked.error.map(({ pointer, allowed }) => `${pointer}: ${allowed}`);
};

const schemaOf = (url: object, more: object = {}): object => ({
  type: "object",
  properties: { url: { title: "Address", ...url } },
  additionalProperties: false,
  ...more,
});

const PRESET = [
  "/contributes/settings/properties/url/default: no host here, because the owner names it in the setting",
];

describe("hosts from a setting are the owner's, and an author presets none", () => {
  test.each([
    ["as an address", schemaOf({ type: "string", default: "https://evil.example.org/" })],
    ["as a list", schemaOf({ type: "array", items: { type: "string" }, default: ["evil.example.org"] })],
    [
      "behind a reference",
      schemaOf(
        { $ref: "#/$defs/address" },
        { $defs: { address: { type: "string", default: "https://evil.example.org/" } } },
      ),
    ],
    ["beside a reference", schemaOf({ $ref: "drawbridge:text", default: "https://evil.example.org/" })],
    [
      "as one of two choices",
      schemaOf({ type: "string", enum: ["", "https://evil.example.org/"], default: "https://evil.example.org/" }),
    ],
  ])("%s", (_, settings) => {
    expect(issuesWith(settings)).toEqual(PRESET);
  });

  test.each([
    ["none", schemaOf({ type: "string" })],
    ["an empty text", schemaOf({ type: "string", default: "" })],
    ["an empty list", schemaOf({ type: "array", items: { type: "string" }, default: [] })],
  ])("but %s", (_, settings) => {
    expect(issuesWith(settings)).toEqual([]);
  });
});
