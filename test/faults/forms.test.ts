import { expect, inject, test } from "vitest";
import { loadDemo } from "../../sites/demo/load.ts";
import { Client } from "../support/client.ts";
import { Driver, pause, persistently } from "../support/driver.ts";
import { loggedInMembers } from "../support/members.ts";
import { killed } from "./installation.ts";

const demo = loadDemo("saltmarrow");
const { hostname } = demo.domain;
const FORM = "contact.write";
const VISITORS = 12;
const POSTS = 8;

const installation = inject("installation");

/** Whether it was acknowledged. A request that dies with the process was not. */
async function send(name: string, visitor: number): Promise<boolean> {
  const client = new Client(installation.port, hostname, "");
  const headers = { "cf-connecting-ip": `2001:db8:0:${visitor.toString(16)}::1` };
  const { status } = await client.ask("POST", `/api/forms/${FORM}`, { body: { fields: { name, email: "robin@example.com", message: "Hello" } }, headers }).catch(() => ({ status: 0 }));
  return status === 201;
}

interface List {
  readonly items: readonly { readonly fields: { readonly name: string } }[];
  readonly total: number;
}

test("what was acknowledged is there after workerd was killed among posts, each once, and counted", async () => {
  const acknowledged: string[] = [];
  const visitor = async (number: number): Promise<void> => {
    for (let post = 0; post < POSTS; post += 1) {
      const name = `visitor ${number}, ${post}`;
      if (await send(name, number)) acknowledged.push(name);
      else await pause(100);
    }
  };
  const sending = Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number)));
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(VISITORS);
  await killed(installation);
  await sending;
  const membership = { tenant: demo.tenant.id, site: demo.site.id, hostname, signedWith: installation.secrets["SESSION_SECRET"] ?? "", role: "editor" } as const;
  const [member] = await persistently(() => loggedInMembers(new Driver(installation.port), 1, membership));
  const list = await new Client(installation.port, hostname, member?.cookie ?? "").done<List>("GET", `/api/forms/${FORM}/submissions?limit=200`);
  const names = list.items.map(({ fields }) => fields.name);
  expect(new Set(names).size).toBe(names.length);
  expect(list.total).toBe(names.length);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
});
