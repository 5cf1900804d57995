/**
 * Compartments evaluate text, which an isolate never does. They are absent from the global scope; only the name remains
 * that lockdown expects.
 */
export const InertCompartment = function Compartment(): never {
  throw new TypeError("There are no compartments here.");
};

export const makeCompartmentConstructor = (): typeof InertCompartment => InertCompartment;
