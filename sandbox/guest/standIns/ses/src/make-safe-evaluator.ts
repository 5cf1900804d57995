/** Replaces SES's evaluator of text. Lockdown uses it only in an evaluation mode that the guest does not select. */
export const makeSafeEvaluator = (): never => {
  throw new TypeError("Nothing is evaluated from text here.");
};
