/** Tells whether a JSON value is an object with members. JavaScript also calls lists and null objects. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
