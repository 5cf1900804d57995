/** A letter as it leaves the workspace. Every member but the two texts is one line. */
export interface ReadyLetter {
  /** The same at every attempt, so that a receiver can drop a second copy. */
  readonly id: string;
  readonly to: string;
  /** The name beside the sender's address, which the deployment knows. */
  readonly from: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * `isFinal`: another attempt is useless. `doubt`: the server got the whole letter and did not confirm it, so another
 * attempt could deliver it twice. `reason` and `doubt` have no content and no address.
 */
export type MailOutcome =
  | { readonly isSent: true; readonly doubt?: string | undefined }
  | { readonly isSent: false; readonly isFinal: boolean; readonly reason: string };

/** Gives letters to a mail server. */
export interface Mail {
  send(letter: ReadyLetter, signal: AbortSignal): Promise<MailOutcome>;
}
