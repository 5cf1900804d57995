import { expect } from "vitest";
import { callDigest, go, install, lenderOf, valueOf } from "../../worker/sandbox/sandboxCalls.ts";
import type { Wish } from "../../worker/sandbox/sandboxCalls.ts";
import type { Told } from "../../worker/sandbox/lender.ts";

const BYSTANDER = "bystander";
/** A second, and on a machine that is so busy that even undisturbed answers take long, some times as long as those. */
const PROBE_MS = 1_000;
const PROBE_TIMES = 5;

const HONEST = `export const tools = {
  go: async (input, ctx) => { await ctx.storage.put("mine", "untouched"); return ctx.storage.get("mine"); },
};`;

const probe = async (): Promise<number> => {
  const began = Date.now();
  const { invoked } = await callDigest(await install(HONEST), { tenant: BYSTANDER });
  expect(valueOf(invoked)).toBe("untouched");
  return Date.now() - began;
};

/** During each attack another tenant's plugin answers in time and its bytes stay unchanged. */
export async function beside<T>(act: () => Promise<T>): Promise<T> {
  const usual = await probe();
  const before = await lenderOf(BYSTANDER).stored();
  const [told, waited] = await Promise.all([act(), probe()]);
  expect(waited).toBeLessThan(Math.max(PROBE_MS, PROBE_TIMES * usual));
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
