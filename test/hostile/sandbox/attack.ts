import { expect } from "vitest";
import { callDigest, go, install, lenderOf, valueOf, type Wish } from "../../worker/sandbox/sandboxCalls.ts";
import type { Told } from "../../worker/sandbox/lender.ts";

const BYSTANDER = "bystander";
const HONEST = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("mine", "untouched"); return ctx.storage.get("mine"); },
};`;

/** Calls a bystander's plugin. The sandbox refuses late calls, so any answer is in time. */
async function probe(): Promise<void> {
  const { invoked } = await callDigest(await install(HONEST), { tenant: BYSTANDER });
  expect(valueOf(invoked)).toBe("untouched");
}

/** During an attack, another tenant's plugin must answer in time and keep its data. */
export async function beside<T>(act: () => Promise<T>): Promise<T> {
  await probe();
  const before = await lenderOf(BYSTANDER).stored();
  const [told] = await Promise.all([act(), probe()]);
  expect(await lenderOf(BYSTANDER).stored()).toBe(before);
  return told;
}

export type Attempt = Wish & { readonly top?: string };

/** Runs an attack in a new tenant, so that none sees traces of another. */
export const attack = (body: string, wish: Attempt = {}): Promise<Told> =>
  beside(() => go(body, { tenant: `t-${crypto.randomUUID().slice(0, 8)}`, ...wish }));

/** The body's answer, or the code and message of the failure. */
export async function outcomeOf(body: string, wish?: Attempt): Promise<unknown> {
  const { invoked } = await attack(body, wish);
  return invoked.ok ? invoked.value : `${invoked.code}: ${invoked.message}`;
}
