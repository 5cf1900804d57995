import type { Answer } from "../commands/answer.ts";
import type { FormFields } from "../contributions/formFields.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import type { ArrivedFiles, FilesBegun } from "./arriving.ts";

/** A request to the address of a form. */
export interface FormPost {
  /** The fields that a browser sent from a page, or the JSON value of a program. */
  readonly body:
    | { readonly kind: "fields"; readonly fields: FormFields }
    | { readonly kind: "json"; readonly value: unknown };
  /** True for a browser that shows the answer as a page in place of the one with the form. */
  readonly wantsPage: boolean;
  /** True for a client that puts the answer's form in place of its own and keeps the chosen files. */
  readonly keepsFiles: boolean;
  /** The result of the challenge; `off` if the deployment has none. */
  readonly challenge: "off" | "passed" | "failed";
  /** The name under which rate limits count the client. It reveals no address. */
  readonly client: string;
  readonly requestId: string;
  /** The files that came along, counted and stored; null without files. */
  readonly files: ArrivedFiles | null;
}

export interface FilesAnnounced {
  readonly client: string;
  /** The length of the whole submission; null if the client did not announce it. */
  readonly bytes: number | null;
}

export type FormOutcome =
  | { readonly kind: "page"; readonly answer: PublishedAnswer }
  /** The site has stored the submission. `to` is the path on this site to show next. */
  | { readonly kind: "sent"; readonly message: string; readonly to: string };

export interface FormToken {
  readonly token: string;
  /** The shortest time before sending, in seconds; the site refuses an earlier submission. */
  readonly minSeconds: number;
}

/** The part of the workspace object that the worker for forms uses. */
export interface FormApi {
  /** Begins a submission with files. The worker calls it before it stores the first byte of a file. */
  beginFormFiles(site: string, form: string, announced: FilesAnnounced): Promise<Answer<FilesBegun>>;
  submitForm(site: string, form: string, post: FormPost): Promise<Answer<FormOutcome>>;
  /** Ends a submission that broke off. */
  abandonFormFiles(post: string): Promise<Answer<null>>;
}
