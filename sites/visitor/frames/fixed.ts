/** Replaces members of a frame's realm for good. The plugin's script can replace everything else, also what we call. */

/** Calls a function as the browser made it, whatever the plugin's script has put in the place of `call`. */
export const { apply } = Reflect;

const { defineProperty } = Object;

export const fix = (of: object, name: string, value: unknown): void => {
  defineProperty(of, name, { value, writable: false, configurable: false });
};

/** Fixes a property that is read, and written to a function that may do nothing. */
export const fixRead = (
  of: object,
  name: string,
  get: () => unknown,
  set = (_value: unknown): void => undefined,
): void => {
  defineProperty(of, name, { get, set, configurable: false });
};
