/**
 * The ways a tenant's worker reaches the resources that tenants share. `call`: as a stub that comes with each
 * dispatched call and ends with it. `service`: through a binding of its own, which names its tenant in `props`.
 */
export const LENDINGS = ["call", "service"] as const;
export type Lending = (typeof LENDINGS)[number];

export const isLending = (text: string): text is Lending => LENDINGS.some((one) => one === text);
