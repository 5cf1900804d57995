/** Conditions that end a drill at once, without another request. The evidence holds the names, so they are stable. */
export const STOPS = {
  "cross-tenant-data": "an answer to one tenant held the other tenant's marker",
  "forged-request": "a request that nobody may make succeeded",
  "shared-binding": "two tenants bind the same resource, or one binds what is not its own",
  "missing-archive": "an export that was made is not there",
  "checksum-discrepancy": "an export has another digest than its receipt",
  "unbounded-detail": "a refusal said more than it may",
} as const;
export type StopCondition = keyof typeof STOPS;

export class DrillStop extends Error {
  readonly condition: StopCondition;

  constructor(condition: StopCondition) {
    super(`${condition}: ${STOPS[condition]}`);
    this.condition = condition;
  }
}
