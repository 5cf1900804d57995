/** Checks of the values in prepared configurations: no placeholder, no unreadable key, no secret. */
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { readTrustKey } from "../../../../manifests/trust/trustKey.ts";
import { looksSecret, SECRET_NAME } from "../descriptor/secretLooks.ts";
import type { Json } from "../descriptor/config.ts";
import { fault, type Check, type PreparedWorker } from "../descriptor/check.ts";
import { prepareFor, variablesOf } from "./preparedFinding.ts";

interface Leaf {
  readonly where: string;
  readonly text: string;
}

function leavesOf(
  value: Json,
  path: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child as Json, [...path, name]));
}

const textsOf = ({ path, config }: PreparedWorker): Leaf[] =>
  leavesOf(config).map((leaf) => ({ where: `${path} ${encodePointer(leaf.path)}`, text: leaf.text }));

/** Finds placeholders. `.example` is reserved for documentation (RFC 2606). */
const PLACEHOLDER = /(^|[^a-z])(replace-|pending-)|\.example(?![a-z0-9-])/i;

export const hasNoPlaceholder: Check = {
  id: "values.decided",
  title: "no value is a placeholder",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap((worker) =>
      textsOf(worker)
        .filter(({ text }) => PLACEHOLDER.test(text))
        .map(({ where, text }) =>
          fault(
            where,
            JSON.stringify(text),
            "a value of your deployment",
            `edit .svc/platform.local.json, then ${prepareFor(examined)}`,
          ),
        ),
    ),
};

export const hasSoundTrustKeys: Check = {
  id: "trust.keys",
  title: "trust keys are public JWKs",
  needs: "prepared",
  find: async (examined) => {
    const texts = examined.workers
      .map((worker) => ({ worker, text: variablesOf(worker)["PLUGIN_TRUST_KEYS"] }))
      .filter(({ text }) => text !== undefined);
    const found = await Promise.all(
      texts.map(async ({ worker, text }) => {
        const where = `${worker.path} /vars/PLUGIN_TRUST_KEYS`;
        const keys = listIn(text);
        if (!keys)
          return [fault(where, "a value that is not a list", "a JSON list of public JWKs", prepareFor(examined))];
        const read = await Promise.all(keys.map(readTrustKey));
        return read.flatMap((key, index) =>
          key.ok
            ? []
            : key.error.map((issue) =>
                fault(`${where}/${index}${issue.pointer}`, issue.found, issue.allowed, prepareFor(examined)),
              ),
        );
      }),
    );
    return found.flat();
  },
};

function listIn(text: Json | undefined): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return Array.isArray(value) ? (value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Variables with public keys, which look like secrets. Their own shapes refuse private keys. */
const PUBLIC_KEYS = new Set(["PLUGIN_TRUST_KEYS", "DISPATCH_KEYS"]);

export const hasNoSecret: Check = {
  id: "secrets.apart",
  title: "no variable contains a secret",
  needs: "prepared",
  find: (examined) =>
    examined.workers.flatMap((worker) =>
      Object.entries(variablesOf(worker))
        .filter(
          ([name, value]) =>
            !PUBLIC_KEYS.has(name) && (SECRET_NAME.test(name) || (typeof value === "string" && looksSecret(value))),
        )
        .map(([name]) =>
          fault(
            `${worker.path} /vars/${name}`,
            "a value that looks like a secret",
            "a secret of the worker, set with svc cloudflare deploy --secrets",
            "remove the value, and replace the secret, because it was in a file",
          ),
        ),
    ),
};
