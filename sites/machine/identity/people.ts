/** The invented people who can log in to a local run. */

export interface Person {
  readonly subject: string;
  readonly name: string;
  /** The description on the login page. */
  readonly says: string;
  /** The demo tenant that the person owns from the start. */
  readonly owns?: string;
}

/** The issuer has no port, so members stay the same when a start uses another port. */
export const ISSUER = "http://identity.localhost";

export const PEOPLE: readonly Person[] = [
  { subject: "ottilie-marchbank", name: "Ottilie Marchbank", says: "owns Saltmarrow Yard", owns: "saltmarrow" },
  { subject: "noor-castellane", name: "Noor Castellane", says: "edits Saltmarrow Yard once its owner has invited her" },
  { subject: "thaddeus-quell", name: "Thaddeus Quell", says: "owns Pocketful Seed Library", owns: "pocketful" },
  { subject: "corin-vantrell", name: "Corin Vantrell", says: "is invited nowhere" },
];

/** The first owners of a demo tenant, in the form of provisioning. */
export const ownersOf = (tenant: string) =>
  PEOPLE.filter(({ owns }) => owns === tenant).map(({ subject, name }) => ({
    issuer: ISSUER,
    subject,
    name,
    role: "owner" as const,
  }));
