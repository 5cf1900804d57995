/** Every name a plugin finds in its global scope. */
export const GLOBALS: readonly string[] = [
  "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "AsyncDisposableStack", "Atomics",
  "BigInt", "BigInt64Array", "BigUint64Array", "Blob", "Boolean", "CompressionStream", "DOMException", "DataView",
  "Date", "DecompressionStream", "DisposableStack", "Error", "EvalError", "Event", "EventTarget",
  "FinalizationRegistry", "Float16Array", "Float32Array", "Float64Array", "FormData", "Function", "Headers",
  "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "NaN", "Number",
  "Object", "Promise", "Proxy", "RangeError", "ReadableStream", "ReferenceError", "Reflect", "RegExp", "Request",
  "Response", "Set", "SharedArrayBuffer", "String", "SuppressedError", "Symbol", "Symbol(cloudflare:internal-class)",
  "SyntaxError", "TextDecoder", "TextDecoderStream", "TextEncoder", "TextEncoderStream", "TransformStream",
  "TypeError", "URIError", "URL", "URLPattern", "URLSearchParams", "Uint16Array", "Uint32Array", "Uint8Array",
  "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WritableStream", "atob", "btoa", "clearInterval",
  "clearTimeout", "console", "constructor", "crypto", "decodeURI", "decodeURIComponent", "encodeURI",
  "encodeURIComponent", "escape", "eval", "fetch", "globalThis", "harden", "isFinite", "isNaN", "parseFloat",
  "parseInt", "performance", "queueMicrotask", "self", "setInterval", "setTimeout", "structuredClone", "undefined",
  "unescape",
];
