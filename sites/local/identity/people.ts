/** The invented people who can log in to a local run. */

export interface Person {
  readonly subject: string;
  readonly name: string;
  /** Shown on the login page. */
  readonly says: string;
  /** The demo's tenant whose site belongs to them from the start. */
  readonly owns?: string;
}

/** Names no port, so that a start on another port meets the same people. */
export const ISSUER = "http://identity.localhost";

export const PEOPLE: readonly Person[] = [
  { subject: "ottilie-marchbank", name: "Ottilie Marchbank", says: "owns Saltmarrow Yard", owns: "saltmarrow" },
  { subject: "noor-castellane", name: "Noor Castellane", says: "edits Saltmarrow Yard once its owner has invited her" },
  { subject: "thaddeus-quell", name: "Thaddeus Quell", says: "owns Pocketful Seed Library", owns: "pocketful" },
  { subject: "corin-vantrell", name: "Corin Vantrell", says: "is invited nowhere" },
];

/** The first owners of a tenant, as provisioning takes them. */
export const ownersOf = (tenant: string) =>
  PEOPLE.filter(({ owns }) => owns === tenant).map(({ subject, name }) => ({
    issuer: ISSUER,
    subject,
    name,
    role: "owner" as const,
  }));
