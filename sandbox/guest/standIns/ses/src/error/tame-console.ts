/**
 * SES's console shows what its errors keep secret, and listens to processes and windows. A plugin gets a console of
 * ours and there is no process and no window. The reader of stacks that SES would give its console is kept for the
 * guest's report of a failure.
 */
import { stacks } from "../../../../errors.ts";

export const tameConsole = (
  _taming: unknown,
  _trapping: unknown,
  _rejections: unknown,
  stackOf: typeof stacks.of,
): { readonly console: unknown } => {
  stacks.of = stackOf;
  return { console: globalThis.console };
};
