/** The variable an address ends in, if it has one. */
export const variableOf = (address: string): string | undefined => /\{\+?([^}]+)\}$/.exec(address)?.[1];
