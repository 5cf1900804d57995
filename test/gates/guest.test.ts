import { describe, expect, test } from "vitest";
import { eager } from "../../sites/tools/guest/eager.ts";
import { locked, lockedRealm } from "./lockedRealm.ts";

/** Globals that SES adds to the language and the guest removes (`sandbox/README.md`). */
const ADDED = /^(?:ArrayBuffer\.prototype\.)?(?:sliceToImmutable|transferToImmutable|immutable)\b/;

/** Globals that the published SES leaves in the realm. */
const leftBySes = async (before = ""): Promise<string[]> => {
  const objects = (await lockedRealm("as it came", before)).map((line) => line.split(" "));
  return objects
    .filter(([path = ""]) => !ADDED.test(path))
    .map((parts) => parts.filter((part) => !ADDED.test(part)).join(" "));
};

let plain: Promise<string[]> | undefined;
/** The globals that our lock leaves where no script has altered the language. */
const untouchedByUs = (): Promise<string[]> => (plain ??= lockedRealm("ours"));

describe("the lock of the guest", () => {
  test("leaves of the language exactly what SES as it is published leaves, each object as frozen and as it", async () => {
    const [ours, theirs] = await Promise.all([untouchedByUs(), leftBySes()]);
    expect(ours.length).toBeGreaterThan(900);
    expect(ours).toEqual(theirs);
  });

  test.each([
    ["a method nobody knows", "Array.prototype.later = () => 1;"],
    ["a property of a method", "Array.prototype.map.later = 1;"],
    ["a property of a getter", "Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.later = 1;"],
    ["a symbol nobody knows", "String.prototype[Symbol('later')] = 1;"],
    ["a static nobody knows", "Promise.later = 1;"],
  ])("removes %s, as SES does", async (_, before) => {
    const [altered, untouched] = await Promise.all([lockedRealm("ours", before), untouchedByUs()]);
    expect(altered).toEqual(untouched);
    expect(altered).toEqual(await leftBySes(before));
  });

  test.each([
    ["a value for a method", "Math.abs = 1;"],
    ["an object for a method", "Math.abs = {};"],
    ["a method of another kind", "Math.abs = async () => 1;"],
    ["a getter for a method", "Object.defineProperty(Math, 'abs', { get: () => 1 });"],
    ["a value for a getter", "Object.defineProperty(Map.prototype, 'size', { value: 1 });"],
    ["a setter beside a getter", "Object.defineProperty(Map.prototype, 'size', { set() {} });"],
    ["another prototype", "Object.setPrototypeOf(Map.prototype, Set.prototype);"],
    ["another constructor", "Map.prototype.constructor = Set;"],
    ["a function for a number", "Object.defineProperty(Array, 'length', { value: () => 1 });"],
    ["an object for the name of a method", "Object.defineProperty(Math.abs, 'name', { value: {} });"],
    ["a property that cannot be removed", "Object.defineProperty(Promise, 'later', { value: 1 });"],
  ])("refuses %s, as SES does", async (_, before) => {
    // Checks the error's own message, because any broken program ends with a TypeError.
    await expect(lockedRealm("as it came", before)).rejects.toThrow(/^SES_UNCAUGHT_EXCEPTION: \[TypeError: /m);
    await expect(lockedRealm("ours", before)).rejects.toThrow(/^\[?TypeError: SES expects/m);
  });

  test("hardens what a plugin hardens whole, what it calls the name or the length of a function too", async () => {
    const hidden =
      "(() => { const get = () => 1; const made = Object.defineProperty(() => 1, 'name', { get }); harden(made); return Object.isFrozen(get); })()";
    expect(await locked(hidden)).toBe(true);
    expect(
      await locked(
        "(() => { const deep = {}; const made = Object.assign(() => 1, { own: 1 }); Object.defineProperty(made, 'length', { value: deep }); harden(made); return Object.isFrozen(deep); })()",
      ),
    ).toBe(true);
  });
});

const INHERITED_FROM = (
  "AggregateError Array ArrayBuffer Boolean DataView Date Error EvalError Function Iterator Map Number Object Promise " +
  "RangeError ReferenceError RegExp Set String SyntaxError TypeError URIError WeakMap WeakSet"
).split(" ");

const heirOf = (name: string): string => `{
  const Heir = function () {};
  Heir.prototype = Object.create(${name}.prototype);
  Heir.prototype.constructor = Heir;
  const made = new Heir();
  return [made.constructor === Heir, made instanceof ${name}, ${name}.prototype.constructor !== Heir].join();
}`;

test("lets code inherit by hand from every constructor, and changes none of them", async () => {
  const tried = INHERITED_FROM.map((name) => `${name}: (() => ${heirOf(name)})()`);
  expect(await locked(`{ ${tried.join(", ")} }`)).toEqual(
    Object.fromEntries(INHERITED_FROM.map((name) => [name, "true,true,true"])),
  );
});

test("refuses another constructor for what the language shares", async () => {
  const tried = INHERITED_FROM.map((name) => {
    const assigned = `{ try { ${name}.prototype.constructor = 1; return "changed"; } catch (error) { return error.name; } }`;
    return `${name}: (() => ${assigned})()`;
  });
  expect(await locked(`{ ${tried.join(", ")} }`)).toEqual(
    Object.fromEntries(INHERITED_FROM.map((name) => [name, "TypeError"])),
  );
});

test.each([
  ["const a = () => 1;", "const a = (() => 1);"],
  ["const a = b => c => b + c, d = function () {};", "const a = (b => (c => b + c)), d = (function () {});"],
  [
    "const a = (() => 1)(), b = { c() {}, get d() { return 1; } };",
    "const a = (() => 1)(), b = { c() {}, get d() { return 1; } };",
  ],
  ["f(async (x = () => 2) => x);", "f((async (x = (() => 2)) => x));"],
  ["export class A { b = () => 1 }", "export class A { b = (() => 1) }"],
  ["let text = '() => 1';", "let text = '() => 1';"],
])("brackets the functions of %s", (before, after) => {
  expect(eager(before)).toBe(after);
});
