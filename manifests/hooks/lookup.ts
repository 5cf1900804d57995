/** Facts about one hook from the table, and the types of hook names. */
import type * as z from "zod/mini";
import type { DeepReadonly } from "../shapes/shape.ts";
import type { HookKind } from "./kind.ts";
import { HOOKS } from "./table.ts";

export type Hook = keyof typeof HOOKS;
type HooksThat<Row> = { [H in Hook]: (typeof HOOKS)[H] extends Row ? H : never }[Hook];
/** Hooks the kernel owes a plugin, and calls when there is time. */
export type OwedHookName = HooksThat<{ readonly attempts: number }>;

/** The input of a hook. */
export type HookInput<H extends Hook> = DeepReadonly<z.infer<(typeof HOOKS)[H]["input"]>>;

export const HOOK_NAMES = Object.keys(HOOKS) as [Hook, ...Hook[]];

export const hookKind = (name: Hook): HookKind => HOOKS[name];
export const isHook = (name: string): name is Hook => Object.hasOwn(HOOKS, name);

/** Hooks the clock emits. */
export const TIMED_HOOKS: readonly Hook[] = HOOK_NAMES.filter((name) => hookKind(name).isTimed);

/** The number of tries of one call. A row of an earlier release may name a hook that this one does not know. */
export const attemptsOf = (name: string): number => (isHook(name) && hookKind(name).attempts) || 0;

/** Tells whether the plugin's answer decides, so that its silence must decide, too. */
export const decides = ({ on }: { readonly on: Hook }): boolean => hookKind(on).decides === true;
