/** Questions about one hook, answered from the table, and the types of hook names. */
import type * as z from "zod/mini";
import type { DeepReadonly } from "../shapes/shape.ts";
import type { HookKind } from "./kind.ts";
import { HOOKS } from "./table.ts";

export type Hook = keyof typeof HOOKS;
type HooksThat<Row> = { [H in Hook]: (typeof HOOKS)[H] extends Row ? H : never }[Hook];
/** Hooks that the kernel stores and calls later. */
export type OwedHookName = HooksThat<{ readonly attempts: number }>;

export type HookInput<H extends Hook> = DeepReadonly<z.infer<(typeof HOOKS)[H]["input"]>>;

export const HOOK_NAMES = Object.keys(HOOKS) as [Hook, ...Hook[]];

export const hookKind = (name: Hook): HookKind => HOOKS[name];
export const isHook = (name: string): name is Hook => Object.hasOwn(HOOKS, name);

/** Hooks that the clock triggers. */
export const TIMED_HOOKS: readonly Hook[] = HOOK_NAMES.filter((name) => hookKind(name).isTimed);

/** Hooks whose events one call may gather. */
export const GATHERING_HOOKS: readonly Hook[] = HOOK_NAMES.filter((name) => hookKind(name).gathers);

/**
 * The number of attempts of one call. Zero for a hook that this release does not know, in a row of an earlier release.
 */
export const attemptsOf = (name: string): number => (isHook(name) && hookKind(name).attempts) || 0;

/** Tells whether the plugin's answer decides. Then a missing answer decides, too. */
export const decides = ({ on }: { readonly on: Hook }): boolean => hookKind(on).decides === true;
