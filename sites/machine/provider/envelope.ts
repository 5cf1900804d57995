/** An answer, in the JSON envelope of the provider's API. */
export interface ProviderReply {
  readonly status: number;
  readonly body: unknown;
  /** Raw bytes, which replace the body. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export const yes = (result: unknown): ProviderReply => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result },
});

const PER_PAGE = 20;

/** One page of a list. The page size is fixed and small, so that lists in tests have several pages. */
export function rows(all: readonly unknown[], query: URLSearchParams): ProviderReply {
  const page = Number(query.get("page") ?? "1");
  const result = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const result_info = {
    page,
    per_page: PER_PAGE,
    count: result.length,
    total_count: all.length,
    total_pages: Math.ceil(all.length / PER_PAGE),
  };
  return { status: 200, body: { success: true, errors: [], messages: [], result, result_info } };
}

export const no = (status: number, code: number, message: string): ProviderReply => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
