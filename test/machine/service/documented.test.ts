import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSiteFile } from "../../../sites/cli/directory/siteFile.ts";
import { identitySettings } from "../../../sites/machine/identity/identitySettings.ts";
import { readListenAddress } from "../../../sites/machine/names/listenAddress.ts";
import { smtpSettings } from "../../../sites/machine/mail/smtpSettings.ts";
import { readServing } from "../../../sites/machine/names/serving.ts";
import { backup, restore } from "../../../sites/machine/copies/commands.ts";
import { health } from "../../../sites/machine/health/command.ts";
import { pageOf, ROOT } from "../../docs/page.ts";

/** Follows docs/operating.md under "On your own machine", as far as that is possible without systemd and a proxy. */

const TEXT = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
const PAGE = pageOf("docs/operating.md", TEXT);
const blocks = PAGE.blocks.filter(({ heading }) => heading === "On your own machine");
const blockOf = (language: string): string => blocks.find((one) => one.language === language)?.code ?? "";

describe("On your own machine", () => {
  test("the documented site file is accepted by svc start, and names its proxy", () => {
    const read = readSiteFile(blockOf("jsonc"));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { identity, smtp, tls: _tls, listen = "", ...serve } = read.value.serve ?? {};
    if (identity === undefined) throw new Error("It names no identity provider.");
    const given = {
      ...serve,
      identity: identitySettings(identity, "/", { SVC_SITE_CLIENT_SECRET: "s" }),
      smtp: smtp && smtpSettings(smtp, "/", { SVC_SMTP_PASSWORD: "s" }),
    };
    const { origins, proxies } = readServing(given, readListenAddress(listen).host);
    expect(origins.map(({ origin }) => origin)).toEqual(["https://www.harbour-sites.com"]);
    expect([proxies.has("127.0.0.1"), proxies.has("::1"), proxies.has("10.0.0.1")]).toEqual([true, true, false]);
  });

  const without = PAGE.blocks.filter(({ heading }) => heading === "Without a proxy");
  const codeOf = (language: string): string => without.find((one) => one.language === language)?.code ?? "";

  test("the documented site file without a proxy ends TLS for its own name", () => {
    const read = readSiteFile(codeOf("jsonc"));
    const { tls, origins, listen = "" } = (read.ok ? read.value.serve : undefined) ?? {};
    expect(origins).toEqual(["https://www.harbour-sites.com"]);
    expect([listen, tls?.listen ?? ""].map((text) => readListenAddress(text).port)).toEqual([80, 443]);
  });

  test("the documented certbot writes what that file names", () => {
    const read = readSiteFile(codeOf("jsonc"));
    const tls = (read.ok ? read.value.serve : undefined)?.tls;
    const files = (tls?.certificates ?? []).flatMap(({ certificate, key }) => [certificate, key]);
    const named = [
      "www.harbour-sites.com",
      "login.harbour-sites.com",
      ...files.map((path) => path.replace("tls/", "")),
    ];
    expect(named.filter((name) => !codeOf("text").includes(name))).toEqual([]);
    expect([files.length, tls?.challenges]).toEqual([2, "tls/.well-known/acme-challenge"]);
  });

  test("the documented proxies forward to the right port, and state the client", () => {
    const [caddy, nginx] = blocks.filter(({ language }) => language === "text").map(({ code }) => code);
    for (const code of [caddy, nginx]) expect(code).toMatch(/127\.0\.0\.1:8787/);
    for (const header of ["Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"])
      expect(nginx).toContain(`proxy_set_header ${header};`);
  });

  test("the unit is installed from its path in the package", () => {
    expect(blockOf("sh")).toContain("node_modules/drawbridge/dist/sites/machine/service/drawbridge.service");
  });

  test("the commands to run unattended exist", () => {
    for (const { name } of [backup, restore, health]) expect(TEXT).toContain(`\`svc ${name} `);
  });
});
