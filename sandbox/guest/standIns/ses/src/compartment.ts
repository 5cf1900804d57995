/**
 * Replaces SES's compartments. They evaluate text, which an isolate forbids. Lockdown expects the name to exist; the
 * guest removes it from the global scope.
 */
export const InertCompartment = function Compartment(): never {
  throw new TypeError("There are no compartments here.");
};

export const makeCompartmentConstructor = (): typeof InertCompartment => InertCompartment;
