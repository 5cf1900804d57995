import type { Answer } from "../commands/answer.ts";
import type { FormFields } from "../contributions/formFields.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import type { ArrivedFiles, FilesBegun } from "./arriving.ts";

/** A request to the address of a form. */
export interface FormPost {
  /** The fields that a browser sent, or the JSON value that a program sent. */
  readonly body:
    | { readonly kind: "fields"; readonly fields: FormFields }
    | { readonly kind: "json"; readonly value: unknown };
  /** True for a browser that shows the answer as a page. */
  readonly wantsPage: boolean;
  /** True for a client that replaces only its form by the answer's and keeps the chosen files. */
  readonly keepsFiles: boolean;
  /** The result of the challenge. `off` if the deployment has none. */
  readonly challenge: "off" | "passed" | "failed";
  /** The client's name for rate limits. It does not reveal the network address. */
  readonly client: string;
  readonly requestId: string;
  /** The received files. Null if there were none. */
  readonly files: ArrivedFiles | null;
}

/** The button behind the link of a letter: a visitor confirms an address. */
export interface ConfirmationPost {
  readonly confirms: string;
  readonly requestId: string;
}

/** The button behind another link of a letter. */
export interface LinkPost {
  readonly link: string;
  /** `<number of the submission>.<secret>`. */
  readonly secret: string;
}

/** The button behind the link that ends a subscription, or the one in a mail program. */
export interface LeavingPost {
  /** `<number of the submission>.<secret>`. */
  readonly leaves: string;
  readonly requestId: string;
}

export type ArrivedPost = FormPost | ConfirmationPost | LinkPost | LeavingPost;

export interface FilesAnnounced {
  readonly client: string;
  /** The announced length of the whole submission. Null if unknown. */
  readonly bytes: number | null;
}

export type FormOutcome =
  | { readonly kind: "page"; readonly answer: PublishedAnswer }
  /** The submission is stored. `to` is the path to show next. */
  | { readonly kind: "sent"; readonly message: string; readonly to: string };

export interface FormToken {
  readonly token: string;
  /** The least seconds before sending. An earlier submission is refused. */
  readonly minSeconds: number;
}

/** The workspace's methods for the worker that receives forms. */
export interface FormApi {
  /** Begins a submission with files. The worker calls it before it stores a byte. */
  beginFormFiles(site: string, form: string, announced: FilesAnnounced): Promise<Answer<FilesBegun>>;
  submitForm(site: string, form: string, post: ArrivedPost): Promise<Answer<FormOutcome>>;
  /** Ends an interrupted submission. */
  abandonFormFiles(post: string): Promise<Answer<null>>;
}
