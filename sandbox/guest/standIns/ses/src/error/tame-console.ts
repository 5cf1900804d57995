/**
 * Replaces SES's console, which prints hidden error details and listens to events of processes and windows. A plugin
 * has neither and gets the guest's console. This stand-in keeps the function that reads stacks, for the guest's failure
 * report.
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
