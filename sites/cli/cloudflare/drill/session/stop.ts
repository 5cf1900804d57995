/** Conditions that end a drill at once, without another request. The evidence holds the names, so they are stable. */
export const STOPS = {
  "cross-tenant-data": "an answer to one tenant held the other tenant's marker",
  "forged-request": "a forbidden request succeeded",
  "shared-binding": "two tenants bind the same resource, or a tenant binds a resource of another",
  "missing-archive": "an export that was made is missing",
  "checksum-discrepancy": "an export has another digest than its receipt",
  "unbounded-detail": "a refusal revealed too much",
} as const;
export type StopCondition = keyof typeof STOPS;

export class DrillStop extends Error {
  readonly condition: StopCondition;

  constructor(condition: StopCondition) {
    super(`${condition}: ${STOPS[condition]}`);
    this.condition = condition;
  }
}
