/**
 * SES's permit table, shortened when the guest is built (`sites/tools/guest/permits.ts`). JSON text loads faster than an
 * object literal, whose thousand entries the engine would compile first.
 */
import text, { type Permits } from "drawbridge:permits";

const table = JSON.parse(text) as Permits;

export const { permitted, universalPropertyNames, initialGlobalPropertyNames, sharedGlobalPropertyNames } = table;

export const NativeErrors: readonly unknown[] = table.nativeErrors.map((name) => Reflect.get(globalThis, name));

/** Values that JSON cannot hold. */
export const constantProperties = { Infinity, NaN, undefined };
