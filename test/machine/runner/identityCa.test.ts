import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { workerdPath } from "../../../sites/machine/runner/platform.ts";
import { writeRuntimeConfig } from "../../../sites/machine/runner/runtimeConfig.ts";
import { selfSigned } from "../../support/certificate.ts";
import { testFolder } from "../testFolder.ts";

/** A worker that answers whether it reaches the address of the query. */
const ASKING = `export default {
  async fetch(request) {
    const to = new URL(request.url).searchParams.get("to");
    return fetch(to).then((answer) => answer.text(), () => "unreachable").then((text) => new Response(text));
  },
};`;

/** The answer that a worker reads from a server whose certificate comes from a private authority. */
async function read(vars: Readonly<Record<string, string>>, isTrusted: boolean): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const here = stack.use(testFolder());
  const { cert, key } = selfSigned();
  const server = createServer({ cert, key }, (_, response) => response.end("known"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  writeFileSync(here.at("index.js"), ASKING);
  const port = await claimPort(0);
  const config = writeRuntimeConfig({
    workers: [
      {
        config: { name: "one", main: "index.ts", compatibility_date: "2026-08-01", vars },
        script: here.at("index.js"),
        secrets: {},
      },
    ],
    sockets: { entry: { address: `127.0.0.1:${port}`, worker: "one" } },
    folder: here.at("config"),
    state: here.at("state"),
    host: { address: `127.0.0.1:${port}`, secret: "s" },
    ...(isTrusted ? { identityCa: `# our own\n${cert}` } : {}),
  });
  const workerd = spawn(workerdPath(), ["serve", "--experimental", config], { stdio: "ignore" });
  stack.defer(() => void workerd.kill());
  const to = encodeURIComponent(`https://localhost:${(server.address() as AddressInfo).port}/`);
  const address = `http://127.0.0.1:${port}/?to=${to}`;
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  return (await fetch(address)).text();
}

const LOGIN = { OIDC_ISSUER: "https://localhost" };

test.each([
  ["a worker with logins trusts the private authority of its provider", LOGIN, true, "known"],
  ["without the authority's file it does not", LOGIN, false, "unreachable"],
  ["a worker that fetches for plugins never does", {}, true, "unreachable"],
] as const)("%s", async (_, vars, isTrusted, answer) => {
  expect(await read(vars, isTrusted)).toBe(answer);
});
