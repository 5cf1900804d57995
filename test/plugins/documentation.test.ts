import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pack } from "../../sites/cli/packing/packing.ts";
import { folderFileDigest } from "../../sites/cli/packing/pluginFolder.ts";
import { shaped } from "../../sites/web/api/request/shaped.ts";
import { provisioning } from "../../sites/web/provisioning/payload.ts";
import { worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { FIRST_PARTY } from "./stage.ts";

/** Follows the authors' documentation exactly, on a site with one page. */
const TEXT = readFileSync(join(import.meta.dirname, "../../docs/plugins/manifest.md"), "utf8");

/** The code block after the first mention of a file. */
function block(name: string): string {
  const after = TEXT.slice(TEXT.indexOf(`\`${name}\`:`));
  const [, code] = /^```\w+\n([\s\S]*?)^```$/m.exec(after) ?? [];
  if (code === undefined) throw new Error(`the documentation shows no ${name}`);
  return code;
}

const SITE = {
  tenant: { id: "try", name: "Try" },
  site: { id: "try", name: "Try" },
  domain: { hostname: "try.localhost" },
  identities: [{ issuer: "http://identity.localhost", subject: "me", role: "owner" }],
  document: {
    pages: [
      {
        id: "home",
        path: "/",
        title: "Try",
        sections: [
          {
            id: "hours",
            type: "acme.opening-hours/hours",
            variant: "boxed",
            fields: { title: "Opening hours", days: [{ day: "Monday", time: "9–17" }, { day: "Sunday" }] },
          },
        ],
      },
    ],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: "Try", language: "en" },
  },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
};

const FILES = ["plugin.jsonc", "hours.liquid", "hours.md.liquid", "hours.css"];

it("leads to a site with the section of its example", async () => {
  const packing = pack(
    Object.fromEntries(FILES.map((name) => [name, block(`opening-hours/${name}`)])),
    folderFileDigest,
  );
  if (!packing.ok) throw new Error(JSON.stringify(packing.error));
  const { tenant, site, domain, document, theme } = shaped(SITE, provisioning);
  const { kernel } = worldOf(testPowers(), [...FIRST_PARTY, packing.value]);
  const { hostname } = domain;
  const { unavailable } = await kernel.initialiser.run({
    tenant: tenant.id,
    site: site.id,
    origin: `https://${hostname}`,
    hostnames: [hostname],
    document,
    theme,
    actor: { kind: "operator", id: "provisioning" },
    requestId: "r0",
  });
  expect(unavailable).toEqual([]);
  const { body } = await kernel.published.answer(site.id, "/", null);
  expect(body).toContain('<section class="section section--hours is-boxed" id="hours"');
  expect(body?.replaceAll(/\s+/g, " ")).toContain("<dt>Monday</dt> <dd>9–17</dd> <dt>Sunday</dt> <dd>closed</dd>");
  const markdown = await kernel.published.answer(site.id, "/index.md", null);
  expect(markdown.body).toContain("- Monday: 9–17\n- Sunday: closed");
});
