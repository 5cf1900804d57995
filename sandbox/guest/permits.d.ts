/** Made by `sites/cli/permits.ts` when the guest is built. */
declare module "drawbridge:permits" {
  /**
   * What a property may be: a place in `KINDS`; the `typeof` of a primitive; the name of an intrinsic, which it then is;
   * or an object whose properties are permitted one by one.
   */
  export type Permit = number | string | PermitTable;
  export interface PermitTable {
    /** The name of an intrinsic; an object's is `%ObjectPrototype%` if none is said. */
    readonly "[[Proto]]"?: string | null;
    /** By name; symbols as `@@iterator`. */
    readonly [property: string]: Permit | null | undefined;
  }
  export type Names = Readonly<Record<string, string>>;

  export interface Permits {
    readonly permitted: PermitTable & { readonly "%SharedSymbol%": PermitTable };
    readonly universalPropertyNames: Names;
    readonly initialGlobalPropertyNames: Names;
    readonly sharedGlobalPropertyNames: Names;
    readonly nativeErrors: readonly string[];
  }

  /** JSON of `Permits`. */
  const text: string;
  export default text;
}
