import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withCertificates } from "../../../sites/machine/runner/certificates.ts";
import { workerdPath } from "../../../sites/machine/runner/platform.ts";
import { testFolder } from "../testFolder.ts";

/** The environment of a system that has no certificates. */
const NONE = { SSL_CERT_FILE: "/no/such/file", SSL_CERT_DIR: "/no/such/folder" };

const CONFIG = `@0xbf5147cbbecf40c1;
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "internet", network = (allow = ["public"], tlsOptions = (trustBrowserCas = true))),
  (name = "main", worker = (serviceWorkerScript = "", compatibilityDate = "2026-08-01")),
]);\n`;

test.runIf(process.platform === "linux")("workerd runs on a system without certificates, with those of Node", () => {
  using here = testFolder();
  writeFileSync(here.at("runtime.capnp"), CONFIG);
  const run = (env: NodeJS.ProcessEnv): string =>
    spawnSync(workerdPath(), ["test", "--experimental", here.at("runtime.capnp")], { env, encoding: "utf8" }).stderr;
  expect(run(NONE)).toContain("No CA certificates were loaded");
  const environment = withCertificates({ config: here.at("config") }, NONE);
  expect(run(environment)).not.toContain("certificates");
  expect(readFileSync(environment["SSL_CERT_FILE"] ?? "", "utf8")).toMatch(/^-----BEGIN CERTIFICATE-----/);
});

test("the certificates of the system stay, and so do those that an operator names", () => {
  using here = testFolder();
  writeFileSync(here.at("own.pem"), "");
  const named = { SSL_CERT_FILE: here.at("own.pem"), SSL_CERT_DIR: "/no/such/folder" };
  expect(withCertificates({ config: here.at("config") }, named)).toBe(named);
});
