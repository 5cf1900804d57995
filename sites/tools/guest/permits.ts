/**
 * Shrinks SES's table of permitted properties for the guest. Equal permits of a thousand functions become one name.
 * Forbidden properties are left out, because SES also removes unknown ones.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { KINDS } from "../../../sandbox/guest/permitKinds.ts";

type Long = string | boolean | null | { readonly [property: string]: Long };

interface LongTable {
  readonly permitted: Readonly<Record<string, Long>>;
  readonly FunctionInstance: Long;
  readonly AsyncFunctionInstance: Long;
  readonly universalPropertyNames: object;
  readonly initialGlobalPropertyNames: object;
  readonly sharedGlobalPropertyNames: object;
  readonly NativeErrors: readonly ErrorConstructor[];
  isAccessorPermit(permit: Long): boolean;
}

const MODULE = "drawbridge:permits";

/** The guest has no Temporal. Lockdown removes the global name, and everything that has no permit. */
const isOfTemporal = (name: string): boolean => name.includes("Temporal");

function shortened(table: LongTable, permit: Long): unknown {
  if (permit === table.FunctionInstance) return KINDS.function;
  if (permit === table.AsyncFunctionInstance) return KINDS.asyncFunction;
  if (typeof permit !== "object" || permit === null) return permit;
  if (table.isAccessorPermit(permit)) return permit["set"] === "undefined" ? KINDS.getter : KINDS.accessor;
  const kept = Object.entries(permit).filter(([name, of]) => of !== false && !isOfTemporal(name));
  return Object.fromEntries(kept.map(([name, of]) => [name, shortened(table, of)]));
}

async function permitsText(root: string): Promise<string> {
  const { href } = pathToFileURL(join(root, "node_modules/ses/src/permits.js"));
  const table = (await import(href)) as LongTable;
  const { universalPropertyNames, initialGlobalPropertyNames, sharedGlobalPropertyNames, NativeErrors } = table;
  return JSON.stringify({
    permitted: shortened(table, table.permitted),
    universalPropertyNames,
    initialGlobalPropertyNames,
    sharedGlobalPropertyNames,
    nativeErrors: NativeErrors.map(({ name }) => name),
  });
}

export const permits = (root: string): Plugin => ({
  name: "permits",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${MODULE}$`) }, () => ({ path: MODULE, namespace: MODULE }));
    onLoad({ filter: /./, namespace: MODULE }, async () => ({ contents: await permitsText(root), loader: "text" }));
  },
});
