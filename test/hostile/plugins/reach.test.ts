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

describe("a secret that code never gets", () => {
  const settings = {
    type: "object",
    properties: {
      key: { type: "string", title: "Key", writeOnly: true },
      open: { type: "string", title: "Open" },
    },
    additionalProperties: false,
  };

  test.each([
    ["of a host that is listed", { key: "api.example.com" }, []],
    ["of a host that only a setting names", { key: "b.example.com" }, ["one of /capabilities/http/hosts"]],
    ["that everybody reads", { open: "api.example.com" }, ["a secret setting of this plugin"]],
    ["that is not there", { none: "api.example.com" }, ["a secret setting of this plugin"]],
    ["that every object has", { constructor: "api.example.com" }, ["a secret setting of this plugin"]],
  ])("%s is checked", (_, secrets, allowed) => {
    const http = { hosts: ["api.example.com"], methods: ["POST"], secrets };
    const checked = checkManifest({
      ...manifest,
      contributes: { ...manifest.contributes, settings },
      capabilities: { http },
    });
    expect(checked.ok ? [] : checked.error.map((issue) => issue.allowed)).toEqual(allowed);
  });
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
  ])("%s", (_, settings) => {
    expect(issuesWith(settings)).toEqual(PRESET);
  });

  const EVIL = "https://evil.example.org/";
  test.each([
    ["as one of two choices", { type: "string", enum: ["", EVIL] }, "/enum"],
    ["as a choice with a title", { oneOf: [{ const: EVIL, title: "The service" }] }, "/oneOf"],
    ["as a constant", { type: "string", const: EVIL }, "/const"],
    ["as an example", { type: "string", examples: [EVIL] }, "/examples"],
    ["in a list", { type: "array", items: { type: "string", default: EVIL } }, "/items/default"],
  ])("not even %s", (_, url, at) => {
    const [issue = ""] = PRESET;
    expect(issuesWith(schemaOf(url))).toEqual([issue.replace("/default", at)]);
  });

  test.each([
    ["none", schemaOf({ type: "string" })],
    ["an empty text", schemaOf({ type: "string", default: "" })],
    ["an empty list", schemaOf({ type: "array", items: { type: "string" }, default: [] })],
  ])("but %s", (_, settings) => {
    expect(issuesWith(settings)).toEqual([]);
  });
});
