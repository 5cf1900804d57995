/**
 * A dispatch namespace on one machine: a binding that returns tenants' workers by name. workerd has no such binding of
 * its own. Limits and outbound workers have no effect here.
 */
import type { Value } from "./capnp.ts";

const MODULE = "drawbridge:dispatch-namespace";

const SOURCE = `export default (env) => ({
  get(name) {
    const script = "script:" + name;
    if (!Object.hasOwn(env, script)) throw new Error("Worker not found.");
    return env[script];
  },
});`;

export const dispatchModule: Value = { name: MODULE, internal: true, esModule: SOURCE };

/** A binding to exactly these scripts. */
export const dispatchBinding = (scripts: readonly string[]): Value => ({
  moduleName: MODULE,
  innerBindings: scripts.map((name) => ({ name: `script:${name}`, service: { name } })),
});
