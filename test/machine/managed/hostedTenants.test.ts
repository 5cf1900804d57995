import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { demoTenants, hostTenants, notHostedTold } from "../../../sites/machine/managed/hostedTenants.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { emptyAccount, TOKEN } from "../../../sites/machine/provider/state.ts";
import { testFolder } from "../testFolder.ts";
import { writeFileSync } from "node:fs";

const ACCOUNT = "0".repeat(32);
const ROWS = ["calm", "torn", "cut", "unready"].map((tenant) => ({
  tenant,
  release: "0.1.0",
  artifactSha256: "a".repeat(64),
  readyAt: tenant === "unready" ? null : 1,
}));

/** A deployer that deploys each tenant but two: it refuses one, and hangs up for the other. */
async function openDeployer() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://deployer");
    if (url.pathname === "/tenants") {
      const items = url.searchParams.get("after") === "" ? ROWS : [];
      return void response.end(JSON.stringify({ items }));
    }
    const { tenantId } = JSON.parse(await text(request)) as { readonly tenantId: string };
    asked.push(tenantId);
    if (tenantId === "cut") return void response.destroy();
    response.writeHead(tenantId === "torn" ? 409 : 200).end('{"code":"DEPLOYMENT_STOPPED"}');
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    asked,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => void server.close(),
  };
}

test("a tenant whose deployment fails is named, and all others are deployed", async () => {
  using here = testFolder();
  writeFileSync(here.at("artifact.js"), "export default {};");
  const account = emptyAccount(ACCOUNT, "This machine");
  account.buckets.add("drawbridge-releases");
  await using provider = await StandIn.start(account);
  using deployer = await openDeployer();
  const failed = await hostTenants({
    deployer: deployer.address,
    bearer: "bearer",
    provider: { api: provider.environment["CLOUDFLARE_API_BASE_URL"] ?? "", account: ACCOUNT, token: TOKEN },
    artifact: here.at("artifact.js"),
  });
  expect(deployer.asked.toSorted()).toEqual([...demoTenants(), "calm", "torn", "cut"].toSorted());
  expect(failed.toSorted((one, other) => one.tenant.localeCompare(other.tenant))).toEqual([
    { tenant: "cut", why: "fetch failed" },
    { tenant: "torn", why: '{"code":"DEPLOYMENT_STOPPED"} (409)' },
    {
      tenant: "unready",
      why: "a deployment, a restore or an erasure of it has begun and not ended",
      isOpen: true,
    },
  ]);
  expect(failed.map(notHostedTold).filter(({ mend }) => mend.includes("End what was begun"))).toHaveLength(1);
  expect(notHostedTold({ tenant: "torn", why: "no" }).what).toBe(
    "The worker of the tenant torn could not be deployed by this start: no. The other tenants are served.",
  );
});
