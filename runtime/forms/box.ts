import { LIST_MAX_ROWS, LIST_ROWS, SUBMISSIONS_CHARS, SUBMISSIONS_EXPORTED } from "../../manifests/bounds.ts";
import type { Documents } from "../documents.ts";
import type { Powers } from "../powers.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import type { Sites } from "../sites.ts";
import { csvHead, csvLine } from "./csv.ts";
import type { FormFile, FormFiles } from "./files.ts";
import { stateOf } from "./files.ts";
import type { FormModel } from "./model.ts";
import type { SubmissionRecord, Submissions } from "./submissions.ts";
import type { AskedView, FormsView, SubmissionsView } from "./views.ts";

export interface BoxParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly plugins: PluginShelf;
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
}

export interface SubmissionFilter {
  readonly unread?: boolean | undefined;
  readonly text?: string | undefined;
}

/** A part of an export; `next` is what the following part is asked for with, null after the last. */
export interface ExportPart {
  readonly csv: string;
  readonly next: { readonly after: number; readonly names: readonly string[] } | null;
}

type Item = SubmissionsView["items"][number];

const viewOf = ({ id, type, at, expiresAt, read, fields }: SubmissionRecord, files: readonly FormFile[]): Item => ({
  id, type, at, expiresAt, read, fields: fields as Item["fields"],
  files: files.map((file) => ({ file: file.number, field: file.field, state: stateOf(file), media: file.media })),
});

const askedOf = ({ type, title, fields }: FormModel): AskedView =>
  ({ type, title, questions: fields.map(({ name, label, choices }) => ({ name, label, choices: [...choices] })) });

/** Id of the page a form stands on. */
const pageOf = (form: string): string => form.split(".", 1)[0] ?? "";

/** What members read of what visitors have sent. */
export class SubmissionBox {
  readonly #parts: BoxParts;

  constructor(parts: BoxParts) {
    this.#parts = parts;
  }

  forms(site: string): FormsView {
    const { sites, submissions, documents } = this.#parts;
    sites.get(site);
    return { items: submissions.totals(site).map((one) => ({ ...one, page: documents.pageEntry(site, pageOf(one.form)) ?? null })) };
  }

  list(site: string, form: string, { text, unread = false }: SubmissionFilter, cursor: number | null, limit: number | null): SubmissionsView {
    const { sites, submissions, formFiles } = this.#parts;
    sites.get(site);
    const size = Math.min(Math.max(limit ?? LIST_ROWS, 1), LIST_MAX_ROWS);
    const { total = 0, unread: left = 0 } = submissions.totals(site).find((one) => one.form === form) ?? {};
    const wanted = { before: cursor ?? Number.MAX_SAFE_INTEGER, unread, limit: size };
    const { found, next } = text === undefined ? this.#page(site, form, wanted) : submissions.search(site, form, text, wanted);
    return { items: found.map((one) => viewOf(one, formFiles.of(one.id))), asked: this.#asked(site, found), next, total, unread: left };
  }

  #asked(site: string, found: readonly SubmissionRecord[]): AskedView[] {
    const types = [...new Set(found.map(({ type }) => type))];
    return types.flatMap((type) => {
      const model = this.#parts.plugins.forSite(site).renderer.form(type);
      return model ? [askedOf(model)] : [];
    });
  }

  /** A file of a submission, for whoever may read that. */
  file(site: string, form: string, submission: number, number: number): FormFile & { readonly tenant: string } {
    const { submissions, formFiles, sites } = this.#parts;
    const { tenant } = sites.get(site);
    return { ...formFiles.require(submissions.require(site, form, submission).id, number), tenant };
  }

  /** The columns are settled with the first part, so that all lines have the same. */
  export(site: string, form: string, from: ExportPart["next"]): ExportPart {
    const { sites, submissions, powers } = this.#parts;
    sites.get(site);
    const names = from?.names ?? submissions.names(site, form);
    let [csv, lines, last] = [from ? "" : csvHead(names), 0, from?.after ?? 0];
    for (const row of submissions.after(site, form, last)) {
      if (lines === SUBMISSIONS_EXPORTED || csv.length >= SUBMISSIONS_CHARS) return { csv, next: { after: last, names } };
      csv += csvLine(row, names, (ms) => powers.timestamp(ms));
      [lines, last] = [lines + 1, row.id];
    }
    return { csv, next: null };
  }

  #page(site: string, form: string, wanted: { before: number; unread: boolean; limit: number }): { found: SubmissionRecord[]; next: number | null } {
    const rows = this.#parts.submissions.list(site, form, { ...wanted, limit: wanted.limit + 1 });
    const found = rows.slice(0, wanted.limit);
    return { found, next: rows.length > found.length ? (found.at(-1)?.id ?? null) : null };
  }
}
