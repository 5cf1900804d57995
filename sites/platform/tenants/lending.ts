/**
 * The ways in which a tenant's worker reaches shared resources. `call`: by a stub in each dispatched call, which ends
 * with it. `service`: by a service binding whose `props` name the tenant.
 */
export const LENDINGS = ["call", "service"] as const;
export type Lending = (typeof LENDINGS)[number];

export const isLending = (text: string): text is Lending => LENDINGS.some((one) => one === text);
