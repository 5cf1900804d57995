/**
 * Removes every property that SES does not permit, and throws if an intrinsic differs from its permit. The table and
 * the checks are SES's, but fewer. SES checks a dozen properties of each of a thousand functions, and every new isolate
 * waits for that. No other code has run yet, so fewer checks are enough. Indexed loops are used on purpose: this code
 * runs once, interpreted, and iterators are slower there.
 */
import type { Permit, PermitTable } from "drawbridge:permits";
import { KINDS } from "../../../permitKinds.ts";
import { permitted } from "./permits.ts";

type Intrinsics = Readonly<Record<string, unknown>>;

const PRIMITIVES: ReadonlySet<Permit> = new Set(["undefined", "boolean", "number", "string", "symbol"]);
const { getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
const { ownKeys, deleteProperty } = Reflect;

const wellKnown = new Map(
  Object.keys(permitted["%SharedSymbol%"]).flatMap((name) => {
    const symbol: unknown = Reflect.get(Symbol, name);
    return typeof symbol === "symbol" ? [[symbol, `@@${name}`] as const] : [];
  }),
);

/** The name of a property in the permit table. */
function nameOf(key: string | symbol): string {
  if (typeof key === "string") return key === "__proto__" ? "--proto--" : key;
  const registered = Symbol.keyFor(key);
  return wellKnown.get(key) ?? (registered === undefined ? String(key) : `RegisteredSymbol(${registered})`);
}

function refuse(what: string, where: PropertyKey): never {
  throw new TypeError(`SES expects ${what} at ${String(where)}.`);
}

function remove(object: object, key: PropertyKey): void {
  // A function declared with `function` has a `prototype` that cannot be deleted.
  const isGone =
    deleteProperty(object, key) ||
    (typeof object === "function" && key === "prototype" && Reflect.set(object, key, undefined));
  if (!isGone) refuse("something removable", key);
}

/** @param seeNative Receives every permitted function, so that SES can report its source as native code. */
export default function removeUnpermittedIntrinsics(intrinsics: Intrinsics, seeNative: (made: object) => void): void {
  const ofFunctions = intrinsics["%FunctionPrototype%"];
  const ofAsyncFunctions = intrinsics["%AsyncFunctionPrototype%"];

  /** Checks a function whose permit allows only a length and a name. */
  function visitFunction(made: unknown, prototype: unknown, where: PropertyKey): void {
    if (made === undefined) return;
    if (typeof made !== "function" || getPrototypeOf(made) !== prototype) return refuse("a function", where);
    seeNative(made);
    const keys = ownKeys(made);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string | symbol;
      if (key !== "length" && key !== "name") remove(made, key);
    }
    if (typeof made.length !== "number" || typeof made.name !== "string") refuse("a length and a name", where);
  }

  function visitAccessor({ get, set }: PropertyDescriptor, permit: number, where: PropertyKey): void {
    visitFunction(get, ofFunctions, where);
    if (permit === KINDS.accessor) visitFunction(set, ofFunctions, where);
    else if (set !== undefined) refuse("no setter", where);
  }

  function visitValue(value: unknown, permit: Permit, where: PropertyKey): void {
    if (permit === KINDS.function) return visitFunction(value, ofFunctions, where);
    if (permit === KINDS.asyncFunction) return visitFunction(value, ofAsyncFunctions, where);
    if (typeof permit === "object") return visitObject(value as object, permit, where);
    const isIt = PRIMITIVES.has(permit)
      ? typeof value === permit
      : hasOwn(intrinsics, permit) && value === intrinsics[permit];
    if (!isIt) refuse(String(permit), where);
  }

  function visitProperty(object: object, key: string | symbol, permit: Permit): void {
    const here = getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
    const isAccessor = permit === KINDS.getter || permit === KINDS.accessor;
    if (hasOwn(here, "value") === isAccessor) refuse(isAccessor ? "an accessor" : "a value", key);
    if (isAccessor) visitAccessor(here, permit, key);
    else visitValue(here.value, permit, key);
  }

  function visitObject(object: object, table: PermitTable, where: PropertyKey): void {
    const prototype = table["[[Proto]]"];
    if (getPrototypeOf(object) !== (prototype === null ? null : intrinsics[prototype ?? "%ObjectPrototype%"]))
      refuse("another prototype", where);
    const isFunction = typeof object === "function";
    if (isFunction) seeNative(object);
    const keys = ownKeys(object);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string | symbol;
      const name = nameOf(key);
      const permit = hasOwn(table, name) ? table[name] : isFunction ? OF_FUNCTIONS[name] : undefined;
      if (permit === undefined || permit === null) remove(object, key);
      else visitProperty(object, key, permit);
    }
  }

  visitObject(intrinsics, permitted, "intrinsics");
}

const OF_FUNCTIONS: PermitTable = Object.assign(Object.create(null), { length: "number", name: "string" });
