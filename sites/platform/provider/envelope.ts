/** The envelope of the provider's answers. */
import * as z from "zod/mini";
import { parseStrictJson } from "../../../manifests/json/strictJson.ts";

const shape = z.object({
  success: z.boolean(),
  errors: z.optional(z.nullable(z.array(z.object({ code: z.optional(z.number()) })))),
  result: z.optional(z.unknown()),
  result_info: z.optional(
    z.nullable(
      z.object({
        total_pages: z.optional(z.number()),
        total_count: z.optional(z.number()),
        per_page: z.optional(z.number()),
      }),
    ),
  ),
});

export interface ProviderEnvelope {
  readonly success: boolean;
  readonly codes: readonly number[];
  readonly result: unknown;
  /** The number of pages; 1 if the answer has none. */
  readonly pages: number;
}

type ResultInfo = NonNullable<z.infer<typeof shape>["result_info"]>;

function pagesOf({ total_pages, total_count, per_page }: ResultInfo): number {
  if (total_pages !== undefined) return Math.max(1, total_pages);
  return total_count === undefined || !per_page ? 1 : Math.max(1, Math.ceil(total_count / per_page));
}

/** Parses an envelope; undefined for any other text. */
export function envelopeIn(text: string): ProviderEnvelope | undefined {
  const parsed = parseStrictJson(text);
  const read = parsed.ok ? shape.safeParse(parsed.value) : undefined;
  if (!read?.success) return undefined;
  const { success, errors, result, result_info } = read.data;
  return {
    success,
    codes: (errors ?? []).flatMap(({ code }) => (code === undefined ? [] : [code])),
    result,
    pages: pagesOf(result_info ?? {}),
  };
}
