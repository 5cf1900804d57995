/** Reads what a file is compared with: the type, its entries, and the pages that its references may name. */
import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import { csvFields, type CsvField } from "../../../manifests/fields/csvFields.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { CatalogueView, PagesView } from "../../../runtime/editing/views.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import { askWhileBusy } from "../../requests/askWhileBusy.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import { PageTitles, type NamedPage } from "./pageTitles.ts";
import type { ImportedType } from "./rowPlan.ts";
import { Present } from "./present.ts";
import { withTemplate } from "./templated.ts";

export interface ComparedWith {
  readonly type: ImportedType;
  /** All content types of the site. */
  readonly types: CatalogueView["contentTypes"];
  readonly fields: readonly CsvField[];
  readonly present: Present;
  /** Pages by the content type of a reference; empty for any page. */
  readonly pages: ReadonlyMap<string, PageTitles>;
  readonly pathOf: (id: string) => string;
}

type Asked<T> = Promise<Result<T, RequestFailure>>;

type RowQuery = Readonly<Record<string, string | number | undefined>>;

export interface ReadPowers {
  readonly client: { read<T>(path: string, asked?: { readonly query?: RowQuery }): Promise<ApiAnswer<T>> };
  /** The text at an address of the API. Null if the site gives none. */
  readonly text: (address: string) => Promise<string | null>;
  readonly wait: (seconds: number) => Promise<void>;
}

export async function readCompared(powers: ReadPowers, name: string): Asked<ComparedWith> {
  const catalogue = await powers.client.read<CatalogueView>("/api/catalogue");
  if (!catalogue.ok) return catalogue;
  const found = catalogue.value.body.contentTypes.find((one) => one.type === name);
  const type = found && (await withTemplate(powers.client, found));
  if (!type) return refused({ kind: "refused", status: 404, code: "NOT_FOUND", detail: {}, retryAfter: 0 });
  const fields = csvFields(type.fields);
  const exported = await fetchEntries(powers, name);
  if (!exported.ok) return exported;
  const pages = new Map<string, PageTitles>();
  const paths = new Map<string, string>();
  for (const of of new Set(fields.filter(({ kind }) => kind === "page").map((field) => field.of ?? ""))) {
    const listed = await listNamedPages(powers, of);
    if (!listed.ok) return listed;
    pages.set(of, new PageTitles(listed.value));
    for (const { id, path } of listed.value) paths.set(id, path);
  }
  return accepted({
    type,
    types: catalogue.value.body.contentTypes,
    fields,
    present: new Present(exported.value),
    pages,
    pathOf: (id) => paths.get(id) ?? id,
  });
}

/** The site's own export, with versions. */
async function fetchEntries({ client, text }: ReadPowers, type: string): Asked<string> {
  const csv = await text(`/api/content-types/${type}/entries.csv?versions=true`);
  if (csv !== null) return accepted(csv);
  // A download that is refused has no body to read. The list of the same entries says why.
  const why = await client.read<PagesView>("/api/pages", { query: { type, limit: 1 } });
  return why.ok ? refused({ kind: "unreached" }) : why;
}

async function listNamedPages({ client, wait }: ReadPowers, type: string): Asked<readonly NamedPage[]> {
  const found: NamedPage[] = [];
  let cursor: string | undefined;
  for (;;) {
    const query = { limit: LIST_MAX_ROWS, ...(type !== "" && { type }), ...(cursor !== undefined && { cursor }) };
    const answer = await askWhileBusy(wait, () => client.read<PagesView>("/api/pages", { query }));
    if (!answer.ok) return answer;
    found.push(...answer.value.body.items);
    if (answer.value.body.next === null) return accepted(found);
    cursor = answer.value.body.next;
  }
}
