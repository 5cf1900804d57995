import { expect } from "vitest";
import { callDigest, go, install, lenderOf, valueOf } from "../../worker/sandbox/sandboxCalls.ts";
import type { Wish } from "../../worker/sandbox/sandboxCalls.ts";
import type { Told } from "../../worker/sandbox/lender.ts";

const BYSTANDER = "bystander";
const HONEST = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("mine", "untouched"); return ctx.storage.get("mine"); },
};`;

/** The sandbox itself refuses a call that is late, so an answer at all is one in time. */
async function probe(): Promise<void> {
  const { invoked } = await callDigest(await install(HONEST), { tenant: BYSTANDER });
  expect(valueOf(invoked)).toBe("untouched");
}

/** During each attack another tenant's plugin answers in time and its bytes stay unchanged. */
export async function beside<T>(act: () => Promise<T>): Promise<T> {
  await probe();
  const before = await lenderOf(BYSTANDER).stored();
  const [told] = await Promise.all([act(), probe()]);
  expect(await lenderOf(BYSTANDER).stored()).toBe(before);
  return told;
}

export type Attempt = Wish & { readonly top?: string };

/** A tenant of its own for each attack, so that none finds what another left. */
export const attack = (body: string, wish: Attempt = {}): Promise<Told> =>
  beside(() => go(body, { tenant: `t-${crypto.randomUUID().slice(0, 8)}`, ...wish }));

/** The body's answer, the name of the error it threw, or the code of the failure. */
export async function outcomeOf(body: string, wish?: Attempt): Promise<unknown> {
  const { invoked } = await attack(body, wish);
  return invoked.ok ? invoked.value : `${invoked.code}: ${invoked.message}`;
}
