/**
 * Lets old code inherit by hand from what lockdown freezes: `F.prototype = Object.create(Array.prototype)`, and then
 * `F.prototype.constructor = F`. The language refuses to assign a name that is read-only further up. For most
 * constructors SES makes that name a getter. For these, the engine would then slow every array, pattern and view of bytes.
 */
const { create, defineProperty, hasOwn } = Object;

const VIEWS = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array];
const LONG_VIEWS = [Float32Array, Float64Array, BigInt64Array, BigUint64Array];
const SHARED: ReadonlySet<unknown> = new Set(
  [Array, RegExp, ...VIEWS, ...LONG_VIEWS].map(({ prototype }): unknown => prototype),
);
const isShared = SHARED.has.bind(SHARED);

/** Like `Object.create`, but an heir of a shared prototype has its own constructor, which the heir's code may replace. */
const inheriting = {
  create(prototype: object | null, properties: PropertyDescriptorMap & ThisType<unknown>): unknown {
    const heir = create(prototype, properties) as object;
    if (isShared(prototype) && !hasOwn(heir, "constructor"))
      defineProperty(heir, "constructor", { value: prototype?.constructor, writable: true, configurable: true });
    return heir;
  },
};

/** Must run before lockdown, which freezes `Object`. */
export function letInherit(): void {
  defineProperty(Object, "create", { value: inheriting.create });
}
