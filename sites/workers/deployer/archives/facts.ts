import * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";

/** Metadata of an export in the archive bucket. */
const exportFacts = z.strictObject({
  tenant: z.string(),
  worker: z.string(),
  namespace: z.string(),
  release: z.string(),
  sha256: z.string(),
  createdAt: z.int(),
  /** The number of files, which are separate objects. */
  files: z.int(),
  /** The metadata of the archive in the tenant's own bucket. */
  stored: z.record(z.string(), z.string()),
});
export type ExportFacts = z.infer<typeof exportFacts>;

const MEMBER = "export";

export const asMetadata = (facts: ExportFacts): Record<string, string> => ({ [MEMBER]: JSON.stringify(facts) });

export function factsIn({ customMetadata }: Pick<R2Object, "customMetadata">): ExportFacts {
  const parsed = parseStrictJson(customMetadata?.[MEMBER] ?? "");
  const read = parsed.ok ? exportFacts.safeParse(parsed.value) : undefined;
  if (!read?.success)
    throw new Refusal("CONFLICT", {
      conflict: "export_receipt_missing",
      reason: "The export has no receipt beside it.",
    });
  return read.data;
}
