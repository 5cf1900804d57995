import * as z from "zod/mini";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { parseStrictJson } from "../../../manifests/json/strictJson.ts";

/** The archive bucket keeps these facts beside an export: its tenant and its worker. */
const exportFacts = z.strictObject({
  tenant: z.string(),
  worker: z.string(),
  namespace: z.string(),
  release: z.string(),
  sha256: z.string(),
  createdAt: z.int(),
  /** Digests' number; the files themselves stand beside. */
  files: z.int(),
  /** As the workspace's vault keeps them beside its archive. */
  stored: z.record(z.string(), z.string()),
});
export type ExportFacts = z.infer<typeof exportFacts>;

const MEMBER = "export";

export const asMetadata = (facts: ExportFacts): Record<string, string> => ({ [MEMBER]: JSON.stringify(facts) });

export function factsIn({ customMetadata }: Pick<R2Object, "customMetadata">): ExportFacts {
  const parsed = parseStrictJson(customMetadata?.[MEMBER] ?? "");
  const read = parsed.ok ? exportFacts.safeParse(parsed.value) : undefined;
  if (!read?.success) throw new Refusal("CONFLICT", { reason: "The export has no receipt beside it." });
  return read.data;
}
