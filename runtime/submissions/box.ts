import { LIST_MAX_ROWS, LIST_ROWS } from "../../manifests/bounds/api.ts";
import { SUBMISSIONS_CHARS, SUBMISSIONS_EXPORTED } from "../../manifests/bounds/forms.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Documents } from "../documents/documents.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import { readersText } from "../plugins/states/readersText.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Confirmation, FormConfirmations } from "./confirmations.ts";
import { csvHead, csvLine } from "./csv.ts";
import type { FormFile, FormFiles } from "./files.ts";
import { fileState } from "./quarantine.ts";
import type { FormModel } from "../forms/model.ts";
import type { SubmissionRecord, Submissions } from "./submissions.ts";
import type { AskedView, FormsView, SubmissionsView } from "./views.ts";

export interface BoxParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly submissions: Submissions;
  readonly formFiles: FormFiles;
  readonly formConfirmations: FormConfirmations;
}

export interface SubmissionFilter {
  readonly unread?: boolean | undefined;
  readonly text?: string | undefined;
}

/** A part of an export. `next` requests the following part; null after the last. */
export interface ExportPart {
  readonly csv: string;
  readonly next: { readonly after: number; readonly names: readonly string[] } | null;
}

type Item = SubmissionsView["items"][number];

const viewOf = (
  { id, type, at, expiresAt, read, fields }: SubmissionRecord,
  files: readonly FormFile[],
  confirmation: Confirmation | undefined,
): Item => ({
  id,
  type,
  at,
  expiresAt,
  read,
  fields: fields as Item["fields"],
  files: files.map((file) => ({ file: file.number, field: file.field, state: fileState(file), media: file.media })),
  confirmation: confirmation ? (confirmation.confirmedAt === null ? "waiting" : "confirmed") : null,
});

const askedOf = ({ type, title, fields }: FormModel): AskedView => ({
  type,
  title,
  questions: fields.map(({ name, label, isMoment, choices }) => ({
    name,
    label,
    moment: isMoment,
    choices: [...choices],
  })),
});

/** The plugin id in a form's type. */
export const pluginOfType = (type: string): string => type.split("/", 1)[0] ?? "";

/** The page id in a form's id. */
const pageOf = (form: string): string => form.split(".", 1)[0] ?? "";

/** Submissions as members read and export them. */
export class SubmissionBox {
  readonly #parts: BoxParts;

  constructor(parts: BoxParts) {
    this.#parts = parts;
  }

  /** Lists the forms with submissions. With a language, their titles are in their plugins' translations for it. */
  forms(site: string, language?: string): FormsView {
    const { sites, submissions, documents, plugins } = this.#parts;
    sites.get(site);
    const say = readersText(plugins.installed(site), language);
    return {
      items: submissions.totals(site).map((one) => ({
        ...one,
        title: say(pluginOfType(one.type), one.title),
        page: documents.pageEntry(site, pageOf(one.form)) ?? null,
      })),
    };
  }

  list(
    site: string,
    form: string,
    { text, unread = false }: SubmissionFilter,
    cursor: number | null,
    limit: number | null,
  ): SubmissionsView {
    const { submissions, formFiles, formConfirmations } = this.#parts;
    this.#require(site, form);
    const size = Math.min(Math.max(limit ?? LIST_ROWS, 1), LIST_MAX_ROWS);
    const { total = 0, unread: left = 0 } = submissions.totals(site).find((one) => one.form === form) ?? {};
    const wanted = { before: cursor ?? Number.MAX_SAFE_INTEGER, unread, limit: size };
    const { found, next } =
      text === undefined ? this.#page(site, form, wanted) : submissions.search(site, form, text, wanted);
    return {
      items: found.map((one) => viewOf(one, formFiles.of(one.id), formConfirmations.of(site, one.id))),
      asked: this.#asked(site, found),
      next,
      total,
      unread: left,
    };
  }

  /** Throws for an unknown form. A form without submissions exists while the draft or the current release has it. */
  #require(site: string, form: string): void {
    const { sites, submissions } = this.#parts;
    const { release } = sites.get(site);
    if (!submissions.has(site, form) && !this.#isPlaced(site, release, form)) throw new Refusal("NOT_FOUND", { form });
  }

  #isPlaced(site: string, release: number, form: string): boolean {
    const { documents, releases, plugins } = this.#parts;
    const page = pageOf(form);
    const { renderer } = plugins.forSite(site);
    const published = releases.find(site, release);
    return [documents.get(site, "page", page), published && documents.get(site, "page", page, published.change)].some(
      (document) => document !== undefined && renderer.mayShowForm(document.body, form.slice(page.length + 1)),
    );
  }

  #asked(site: string, found: readonly SubmissionRecord[]): AskedView[] {
    const types = [...new Set(found.map(({ type }) => type))];
    return types.flatMap((type) => {
      const model = this.#parts.plugins.forSite(site).renderer.form(type);
      return model ? [askedOf(model)] : [];
    });
  }

  /** A file of a submission. Throws if there is none. */
  file(site: string, form: string, submission: number, number: number): FormFile & { readonly tenant: string } {
    const { submissions, formFiles, sites } = this.#parts;
    const { tenant } = sites.get(site);
    return { ...formFiles.require(submissions.require(site, form, submission).id, number), tenant };
  }

  /** Exports one part. The first part fixes the columns for all parts. */
  export(site: string, form: string, from: ExportPart["next"]): ExportPart {
    const { submissions, formConfirmations, powers } = this.#parts;
    this.#require(site, form);
    const names = from?.names ?? submissions.names(site, form);
    let [csv, lines, last] = [from ? "" : csvHead(names), 0, from?.after ?? 0];
    for (const row of submissions.after(site, form, last)) {
      if (lines === SUBMISSIONS_EXPORTED || csv.length >= SUBMISSIONS_CHARS)
        return { csv, next: { after: last, names } };
      csv += csvLine(row, formConfirmations.of(site, row.id), names, (ms) => powers.timestamp(ms));
      [lines, last] = [lines + 1, row.id];
    }
    return { csv, next: null };
  }

  #page(
    site: string,
    form: string,
    wanted: { before: number; unread: boolean; limit: number },
  ): { found: SubmissionRecord[]; next: number | null } {
    const rows = this.#parts.submissions.list(site, form, { ...wanted, limit: wanted.limit + 1 });
    const found = rows.slice(0, wanted.limit);
    return { found, next: rows.length > found.length ? (found.at(-1)?.id ?? null) : null };
  }
}
