/** The module that `sites/tools/guest/permits.ts` generates when it builds the guest. */
declare module "drawbridge:permits" {
  /**
   * The permit of a property. It is a value of `KINDS`, the `typeof` of a primitive, the name of an intrinsic, or an
   * object with a permit for each property.
   */
  export type Permit = number | string | PermitTable;
  export interface PermitTable {
    /** The name of the intrinsic that is the prototype. Default `%ObjectPrototype%`. */
    readonly "[[Proto]]"?: string | null;
    /** Properties by name. Symbols are written as `@@iterator`. */
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
