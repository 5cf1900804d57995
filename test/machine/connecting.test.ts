import { describe, expect, test } from "vitest";
import { connecting } from "../../sites/machine/connecting.ts";
import type { Local } from "../../sites/machine/local.ts";
import type { RunOptions } from "../../sites/machine/options.ts";
import { PROFILES } from "../../sites/workers/workers.ts";
import { AT_HOME } from "../../sites/machine/names/serving.ts";
import { readyText } from "../../sites/machine/report.ts";
import type { PluginAvailability } from "../../sites/machine/provisioning/pluginAvailability.ts";

const OPEN = "http://localhost:8787/sites/demo.localhost/mcp";
const MEMBERS = "http://127.0.0.1:8787/mcp";

describe("how to connect an agent", () => {
  const lines = connecting({ open: [OPEN, "http://localhost:8787/sites/other.localhost/mcp"], members: MEMBERS });

  test.each([
    ["Claude Code", OPEN, `claude mcp add --transport http drawbridge ${OPEN}`],
    ["Claude Code", MEMBERS, `claude mcp add --transport http drawbridge-members ${MEMBERS}`],
    ["VS Code", OPEN, `code --add-mcp '{"name":"drawbridge","type":"http","url":"${OPEN}"}'`],
    ["VS Code", MEMBERS, `code --add-mcp '{"name":"drawbridge-members","type":"http","url":"${MEMBERS}"}'`],
    ["Inspector", OPEN, "npx @modelcontextprotocol/inspector"],
    ["Inspector", MEMBERS, "npx @modelcontextprotocol/inspector"],
  ])("from %s to %s are one command line", (program, address, typed) => {
    const line = lines.find((one) => one.includes(program) && one.includes(address));
    expect(line).toContain(typed);
  });

  test("from Claude and ChatGPT state what they need", () => {
    expect(lines.find((line) => line.includes("ChatGPT"))).toMatch(/^  Claude, ChatGPT .*either address.*https/);
  });
});

describe("the start message", () => {
  const local = {
    port: 8787,
    site: "http://demo.localhost:8787",
    sites: [{ name: "Demo", url: "http://demo.localhost:8787", state: "active" }],
    missing: [],
    serving: AT_HOME,
    folder: { path: "f", secrets: "s" },
    log: "l",
  } as unknown as Local;
  const standing: PluginAvailability = { loader: { available: true, reason: null }, skipped: [], leftOut: [] };

  test.each(PROFILES)("of the profile %s explains agents only if that profile serves them", (profile) => {
    const text = readyText(local, standing, { profile } as RunOptions, 1_000, true);
    const serves = profile === "ai" || profile === "full";
    expect([text.includes(OPEN), text.includes(MEMBERS), text.includes("claude mcp add")]).toEqual([
      serves,
      serves,
      serves,
    ]);
  });
});
