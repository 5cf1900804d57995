import type { IsInUse } from "../documents/retention.ts";

/** True if a restorable release or a waiting schedule has pinned the draft at one of these moments. */
export const isInUse: IsInUse = (site, from, until) => {
  const isAmong = `shown.site = ${site} AND shown.change >= ${from} AND shown.change < ${until}`;
  return `(EXISTS (SELECT 1 FROM releases AS shown WHERE ${isAmong} AND shown.state <> 'failed')
    OR EXISTS (SELECT 1 FROM schedules AS shown WHERE ${isAmong} AND shown.state IN ('waiting', 'publishing')))`;
};
