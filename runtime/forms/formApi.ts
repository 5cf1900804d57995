import type { Answer } from "../answer.ts";
import type { FormFields } from "../plugins/formFields.ts";
import type { PublishedAnswer } from "../publishedAnswer.ts";
import type { ArrivedFiles, FilesBegun } from "./arriving.ts";

/** What arrived at the address of a form. */
export interface FormPost {
  /** Of a page, the fields a browser sent; of a program, a JSON value. */
  readonly body: { readonly kind: "fields"; readonly fields: FormFields } | { readonly kind: "json"; readonly value: unknown };
  /** Whether the answer is to be a page: it is for a browser that shows it in place of the one with the form. */
  readonly wantsPage: boolean;
  /** Whether it shows the form of that page in place of its own, with the files that were chosen. */
  readonly keepsFiles: boolean;
  /** What became of a challenge; `off` where the deployment has none. */
  readonly challenge: "off" | "passed" | "failed";
  /** Names whoever limits count, and tells nobody their address. */
  readonly client: string;
  readonly requestId: string;
  /** What came along, counted and stored; null where no file came. */
  readonly files: ArrivedFiles | null;
}

export interface FilesAnnounced {
  readonly client: string;
  /** Length of the whole submission, where it was said. */
  readonly bytes: number | null;
}

export type FormOutcome =
  | { readonly kind: "page"; readonly answer: PublishedAnswer }
  /** It is stored. `to` is the path of this site that is shown next. */
  | { readonly kind: "sent"; readonly message: string; readonly to: string };

export interface FormToken {
  readonly token: string;
  /** Sent sooner than this, it is not taken. */
  readonly minSeconds: number;
}

/** The workspace object as the worker that takes forms uses it. */
export interface FormApi {
  /** Before the first byte of a file is stored. */
  beginFormFiles(site: string, form: string, announced: FilesAnnounced): Promise<Answer<FilesBegun>>;
  submitForm(site: string, form: string, post: FormPost): Promise<Answer<FormOutcome>>;
  /** For a submission that broke off. */
  abandonFormFiles(post: string): Promise<Answer<null>>;
}
