import type { Role } from "../commands/permissions.ts";

/** One question of a form with its answer, as text. */
export interface LetterAnswer {
  readonly label: string;
  readonly answer: string;
  /** The moment that the answer is, in milliseconds since the epoch. Undefined if it is none. */
  readonly at?: number | undefined;
  /** True if it tells something about a person. */
  readonly isPersonal: boolean;
}

/** The facts of a submission that a letter tells. */
export interface SubmissionFacts {
  /** `<page id>.<section id>` */
  readonly form: string;
  /** `<plugin id>/<name>` */
  readonly type: string;
  readonly title: string;
  readonly answers: readonly LetterAnswer[];
  /** The visitor's address, if the answers have exactly one. */
  readonly replyTo: string | null;
  /** The names of the links in letters to the visitor. */
  readonly links: readonly string[];
  /** The text that proves them. Undefined if there is none. */
  readonly secret: string | undefined;
}

/** A form with its number of submissions, and `total` with the number of all forms. */
export interface ReceivedForm extends Pick<SubmissionFacts, "form" | "title"> {
  readonly count: number;
  readonly total: number;
}

/** The facts of a submission whose visitor is asked to confirm an address. */
export interface ConfirmationFacts extends Pick<SubmissionFacts, "form" | "title"> {
  readonly address: string;
  readonly language: string;
  /** The secret of the link. */
  readonly secret: string;
}

/** A visitor who subscribed and confirmed the address. */
export interface SubscriberFacts extends Pick<SubmissionFacts, "form" | "title"> {
  readonly address: string;
  readonly language: string;
  /** The text that proves the link with which the subscription ends. */
  readonly secret: string;
}

/** The request for publication that a letter is about, as long as it waits for a decision. */
export interface ReviewFacts {
  /** Tells whether a member with this role is asked, and may decide. */
  asks(member: string, role: Role): boolean;
}

/** The requests for publication as letters need them. Undefined if the request is over. */
export type ReviewLetters = (site: string, request: string) => ReviewFacts | undefined;

/** The remark of a letter, by the letter's subject. Undefined if it is resolved or removed. */
export type RemarkLetters = (site: string, source: string) => string | undefined;

/** The links that show the draft, as letters need them. */
export interface ShareLetters {
  /** The path below which a site has them. The rest of the path is the link's secret. */
  readonly path: string;
  /** Tells whether a link shows the draft now. `digest` is the SHA-256 of its secret, as hex. */
  isOpen(site: string, digest: string): boolean;
}

/** The sign-in links of readers, as letters need them. */
export interface ReaderLetters {
  /** Tells whether a link signs its reader in now. `digest` is the SHA-256 of its secret, as hex. */
  isOpen(site: string, digest: string): boolean;
}

/** The sources of letters. Letters are written when they are sent, so the outbox never holds their content. */
export interface LetterSources {
  /** Undefined if the submission was deleted. */
  submission(site: string, number: number): SubmissionFacts | undefined;
  /** Undefined if the submission was deleted, its address is confirmed, or its link is over. */
  confirmation(site: string, number: number): ConfirmationFacts | undefined;
  /** Notes that the letter to the visitor was sent. */
  confirmationSent(site: string, number: number): void;
  /** The subscription with a number, by its form as `<plugin id>/<name>`. Undefined once it has ended. */
  subscriber(site: string, form: string, number: number): SubscriberFacts | undefined;
  /** The numbers of the subscriptions of a form after one of them, in their order. */
  subscribersAfter(site: string, form: string, after: number, most: number): readonly number[];
  subscriberCount(site: string, form: string): number;
  /** The forms that visitors sent from a moment to another, those with the most first. */
  received(site: string, since: number, until: number): readonly ReceivedForm[];
}
