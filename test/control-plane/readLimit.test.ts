import { expect, test } from "vitest";
import { READ_SUBJECTS_KNOWN } from "../../manifests/bounds/api.ts";
import { RATE_POLICIES } from "../../runtime/tenancy/rateLimits.ts";
import { countRead } from "../../sites/web/api/request/readLimit.ts";

type Member = Parameters<typeof countRead>[0];

const memberNamed = (identity: string): Member => ({ tenant: "t", site: "s", identity }) as Member;

test.each([
  [-1, 0],
  [0, 0],
  [1, RATE_POLICIES.reads.quota - 1],
])("where as many members read as are known and %i, the first has %i reads left", (more, left) => {
  const busy = memberNamed(`busy${more}`);
  for (let read = 0; read < RATE_POLICIES.reads.quota - 1; read++) countRead(busy, 0);
  for (let other = 1; other < READ_SUBJECTS_KNOWN + more; other++) countRead(memberNamed(`${more} ${other}`), 0);
  expect(countRead(busy, 0).remaining).toBe(left);
});
