/**
 * Replaces SES's assertions, which hide error details and show them on SES's own console. Here only a developer who
 * breaks the guest's build reads these errors; a plugin has no `assert`.
 */
function refuse(message: unknown): never {
  throw new TypeError(String(message));
}

const Fail = (parts: TemplateStringsArray, ...values: readonly unknown[]): never =>
  refuse(String.raw(parts, ...values));

const check = (holds: unknown): void => {
  if (!holds) refuse("SES found something it does not expect.");
};

export const assert = Object.assign(check, { Fail, details: String.raw, quote: String, fail: refuse });

export const makeAssert = (): typeof assert => assert;
