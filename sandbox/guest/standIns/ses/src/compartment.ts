/**
 * Compartments evaluate text, which an isolate never does, and are taken out of the global scope with everything that
 * is not named there. What is left is the name lockdown wants to find.
 */
export const InertCompartment = function Compartment(): never {
  throw new TypeError("There are no compartments here.");
};

export const makeCompartmentConstructor = (): typeof InertCompartment => InertCompartment;
