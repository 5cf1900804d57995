/** Changes to lines of SES, where a stand-in for the whole module would say its part of the lock again. */
import type { ModuleEdit } from "../bundling/edits.ts";

const HARDENER: readonly ModuleEdit[] = [
  // Frozen values stay as they are read, one by one or all at once.
  // An object of all descriptors costs a hidden class a name.
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
  // The language is hardened first, before any other code. Then a function's length and name lead nowhere, except on
  // Function.prototype, where lockdown lets objects override them.
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
  // Every error that is made here costs as much as reading the module.
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
  // After four other questions about it, SES asks whether a setter throws at its own object. If it did not, the
  // property would be as well off as a value.
  {
    why: "makes no setter throw",
    from: "if (!throws(() => apply(set, obj, [expectedValue]))) {",
    to: "if (false) {",
    times: 1,
  },
];

const GLOBALS: readonly ModuleEdit[] = [
  // The language has these names as SES would define them; only what was tamed is another value.
  {
    why: "defines only names of what was tamed",
    from: "if (hasOwn(intrinsics, intrinsicName)) {",
    to: "if (hasOwn(intrinsics, intrinsicName) && globalObject[name] !== intrinsics[intrinsicName]) {",
    times: 2,
  },
];

export const SES_EDITS: Readonly<Record<string, readonly ModuleEdit[]>> = {
  "ses/src/commons": COMMONS,
  "ses/src/global-object": GLOBALS,
  "ses/src/lockdown": LOCKDOWN,
  "ses/src/make-hardener": HARDENER,
  "ses/src/tame-faux-data-properties": FAUX,
};
