/**
 * The global scope of a plugin: the language, and the parts of the web platform without input or output. The guest
 * removes all other names, so a name that the platform adds later is absent by default.
 */
const LANGUAGE = [
  "AggregateError",
  "Array",
  "ArrayBuffer",
  "AsyncDisposableStack",
  "Atomics",
  "BigInt",
  "BigInt64Array",
  "BigUint64Array",
  "Boolean",
  "DataView",
  "Date",
  "DisposableStack",
  "Error",
  "EvalError",
  "FinalizationRegistry",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "Function",
  "Infinity",
  "Int16Array",
  "Int32Array",
  "Int8Array",
  "Intl",
  "Iterator",
  "JSON",
  "Map",
  "Math",
  "NaN",
  "Number",
  "Object",
  "Promise",
  "Proxy",
  "RangeError",
  "ReferenceError",
  "Reflect",
  "RegExp",
  "Set",
  "SharedArrayBuffer",
  "String",
  "SuppressedError",
  "Symbol",
  "SyntaxError",
  "TypeError",
  "URIError",
  "Uint16Array",
  "Uint32Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "WeakMap",
  "WeakRef",
  "WeakSet",
  "decodeURI",
  "decodeURIComponent",
  "encodeURI",
  "encodeURIComponent",
  "escape",
  "eval",
  "globalThis",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "undefined",
  "unescape",
];

const PLATFORM = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "CompressionStream",
  "DOMException",
  "DecompressionStream",
  "Event",
  "EventTarget",
  "FormData",
  "Headers",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TextEncoderStream",
  "TransformStream",
  "URL",
  "URLPattern",
  "URLSearchParams",
  "WritableStream",
  "atob",
  "btoa",
  "clearInterval",
  "clearTimeout",
  "console",
  "constructor",
  "crypto",
  "fetch",
  "harden",
  "performance",
  "queueMicrotask",
  "self",
  "setInterval",
  "setTimeout",
  "structuredClone",
];

const KEPT: ReadonlySet<PropertyKey> = new Set([...LANGUAGE, ...PLATFORM]);

/** The global object and its prototypes, down to but without `Object.prototype`. */
function* scopes(): Generator<object> {
  for (
    let scope: object | null = globalThis;
    scope !== null && scope !== Object.prototype;
    scope = Reflect.getPrototypeOf(scope)
  ) {
    yield scope;
  }
}

export function removeGlobals(): void {
  for (const scope of scopes()) {
    for (const name of Reflect.ownKeys(scope)) if (!KEPT.has(name)) Reflect.deleteProperty(scope, name);
  }
}

/** Defines a read-only global that the plugin cannot replace. */
export function install(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, enumerable: true, writable: false, configurable: false });
}

/**
 * Makes every existing global read-only, so that the guest's later calls by name reach the original functions. A plugin
 * can still define new names.
 */
export function lockNames(): void {
  for (const name of Reflect.ownKeys(globalThis)) {
    const here = Reflect.getOwnPropertyDescriptor(globalThis, name);
    if (here?.configurable)
      Reflect.defineProperty(
        globalThis,
        name,
        "value" in here ? { writable: false, configurable: false } : { configurable: false },
      );
  }
}
