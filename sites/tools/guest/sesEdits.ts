/** Edits single lines of SES. A stand-in for the whole module would repeat its security code. */
import type { ModuleEdit } from "../../bundles/edits.ts";

const HARDENER: readonly ModuleEdit[] = [
  // Freezes properties one by one. An object of all descriptors costs one hidden class for each name.
  { why: "reads properties one by one", from: "const descs = getOwnPropertyDescriptors(obj);", to: "", times: 1 },
  {
    why: "reads properties one by one",
    from: "ownKeys(descs), (/** @type {string | symbol} */ name) => {",
    to: "ownKeys(obj), (name) => {",
    times: 1,
  },
  {
    why: "reads properties one by one",
    from: "descs[/** @type {string} */ (name)]",
    to: "getOwnPropertyDescriptor(obj, name)",
    times: 1,
  },
  // The first call hardens the language's own objects, before any other code runs. A function's length and name then
  // hold only primitives. `Function.prototype` is the exception, because lockdown makes its properties overridable.
  {
    why: "knows the language",
    from: "  const hardened = new WeakSet();",
    to: "  const hardened = new WeakSet();\n  let isFirst = true;",
    times: 1,
  },
  {
    why: "knows the language",
    from: "      const toFreeze = new Set();",
    to: "      const isLanguage = isFirst;\n      isFirst = false;\n      const toFreeze = new Set();",
    times: 1,
  },
  { why: "knows the language", from: "  getPrototypeOf,\n", to: "  getPrototypeOf,\n  functionPrototype,\n", times: 1 },
  {
    why: "takes no function for an array",
    from: "if (isTypedArray(obj)) {",
    to: "if (typeof obj !== 'function' && isTypedArray(obj)) {",
    times: 1,
  },
  {
    why: "knows the language",
    from: "if (isError(obj)) {",
    to: "if (!(isLanguage && typeof obj === 'function') && isError(obj)) {",
    times: 1,
  },
  {
    why: "knows the language",
    from: "ownKeys(obj), (name) => {",
    to: "ownKeys(obj), (name) => {\n if (isLanguage && (name === 'length' || name === 'name') && typeof obj === 'function' && obj !== functionPrototype) return;",
    times: 1,
  },
];

const COMMONS: readonly ModuleEdit[] = [
  // Creating an error is expensive here: as much as parsing the module.
  {
    why: "looks at errors made elsewhere",
    from: "export { universalThis as globalThis };",
    to: 'import { made, thrown } from "./errors.ts";\nexport { universalThis as globalThis };',
    times: 1,
  },
  {
    why: "looks at errors made elsewhere",
    from: "getOwnPropertyDescriptor(Error('obligatory'), 'stack')",
    to: "getOwnPropertyDescriptor(made, 'stack')",
    times: 1,
  },
  {
    why: "looks at errors made elsewhere",
    from: "getOwnPropertyDescriptor(makeTypeError(), 'stack')",
    to: "getOwnPropertyDescriptor(thrown, 'stack')",
    times: 1,
  },
  {
    why: "writes a function out instead of evaluating it",
    from: "  getAsyncGeneratorFunctionInstance();",
    to: "  async function* AsyncGeneratorFunctionInstance() {};",
    times: 1,
  },
];

const LOCKDOWN: readonly ModuleEdit[] = [
  {
    why: "evaluates no text to find out whether it could",
    from: "    probeHostEvaluators();",
    to: "    { functionAllowed: false, evalAllowed: false, directEvalAllowed: false };",
    times: 1,
  },
  {
    why: "remembers that it was called, and not where",
    from: "TypeError('Prior lockdown (SES_ALREADY_LOCKED_DOWN)')",
    to: "true",
    times: 1,
  },
  {
    why: "remembers that it was called, and not where",
    from: /TypeError\(\n\s+'Prior lockdown \(SES_ALREADY_LOCKED_DOWN\)',\n\s+\)/,
    to: "true",
    times: 1,
  },
  {
    why: "remembers that it was called, and not where",
    from: /^\s+prior(?:Repair|Harden)Intrinsics\.stack;\n/gm,
    to: "",
    times: 2,
  },
];

const FAUX: readonly ModuleEdit[] = [
  // SES also asks whether a setter throws at its own object. Four earlier conditions already decide, so the answer
  // changes nothing.
  {
    why: "makes no setter throw",
    from: "if (!throws(() => apply(set, obj, [expectedValue]))) {",
    to: "if (false) {",
    times: 1,
  },
];

const GLOBALS: readonly ModuleEdit[] = [
  // The language already has these globals as SES would define them. Only tamed intrinsics need a new value.
  {
    why: "defines only names of what was tamed",
    from: "if (hasOwn(intrinsics, intrinsicName)) {",
    to: "if (hasOwn(intrinsics, intrinsicName) && globalObject[name] !== intrinsics[intrinsicName]) {",
    times: 2,
  },
];

/**
 * Constructors that old code inherits from by hand, and that SES does not cover. `Array` and `RegExp` are not here: with
 * a getter for their constructor, the engine slows every `slice`, `map` and `split`. The guest covers them itself.
 */
const INHERITED = (
  "AggregateError ArrayBuffer Boolean DataView Date EvalError Number RangeError ReferenceError String SyntaxError " +
  "URIError WeakMap WeakSet"
).split(" ");

const INHERITABLE = INHERITED.map((name) => {
  const key = `'%${name}Prototype%'`;
  return `  ${key}: { ...moderateEnablements[${key}], constructor: true },\n`;
});

/** Old code also gives a promise methods of its own, as bluebird's and jQuery's do: `promise.then = ...`. */
const PROMISES = "  '%PromisePrototype%': { constructor: true, then: true, catch: true, finally: true },\n";

/**
 * Lets `F.prototype.constructor = F` work where `F.prototype` inherits from one of the language's objects. The language
 * would refuse to assign what is read-only in the frozen object. SES has a plan of such properties, without these.
 */
export const OVERRIDES: readonly ModuleEdit[] = [
  {
    why: "lets code inherit by hand from every constructor",
    from: "'%SetPrototype%': '*',\n};",
    to: `'%SetPrototype%': '*',\n${INHERITABLE.join("")}${PROMISES}};`,
    times: 1,
  },
];

export const SES_EDITS: Readonly<Record<string, readonly ModuleEdit[]>> = {
  "ses/src/commons": COMMONS,
  "ses/src/enablements": OVERRIDES,
  "ses/src/global-object": GLOBALS,
  "ses/src/lockdown": LOCKDOWN,
  "ses/src/make-hardener": HARDENER,
  "ses/src/tame-faux-data-properties": FAUX,
};
