/** The module that `sites/cli/guest/permits.ts` makes when it builds the guest. */
declare module "drawbridge:permits" {
  /**
   * The permit of a property. It is a place in `KINDS`, the `typeof` of a primitive, the name of an intrinsic, or an
   * object with a permit for each property.
   */
  export type Permit = number | string | PermitTable;
  export interface PermitTable {
    /** The name of an intrinsic; `%ObjectPrototype%` by default. */
    readonly "[[Proto]]"?: string | null;
    /** Properties by name; symbols as `@@iterator`. */
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
