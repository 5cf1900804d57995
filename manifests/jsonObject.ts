/** Whether a JSON value is an object with members: neither a list nor null, which JavaScript calls objects, too. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
