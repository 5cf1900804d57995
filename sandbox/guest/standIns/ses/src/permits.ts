/**
 * SES's table of what may be where, shortened when the guest is built (`sites/cli/guest/permits.ts`). Text is read as data: as
 * code each of its thousand entries is compiled before it is one.
 */
import text from "drawbridge:permits";
import type { Permits } from "drawbridge:permits";

const table = JSON.parse(text) as Permits;

export const { permitted, universalPropertyNames, initialGlobalPropertyNames, sharedGlobalPropertyNames } = table;

export const NativeErrors: readonly unknown[] = table.nativeErrors.map((name) => Reflect.get(globalThis, name));

/** No JSON has these. */
export const constantProperties = { Infinity, NaN, undefined };
