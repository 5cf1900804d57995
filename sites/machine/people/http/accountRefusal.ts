/** Refusals of the pages of the accounts: a status, and a code for which the page has a sentence in its language. */
const STATUSES = {
  /** The request is not one that our page sends. */
  invalid: 400,
  /** The passkey's answer does not fit, or came too late. */
  proof: 403,
  /** Wrong, used or expired: a link, a code or an invitation. One sentence for all, so that none can be told apart. */
  secret: 403,
  /** A wrong login name, password or code of an app. One sentence for all, so that none can be told apart. */
  password: 403,
  /** The code of a new app does not fit. */
  code: 403,
  /** A new password is too short or too long. */
  short: 422,
  /** A new password is known to attackers, or made of words that they try first. */
  known: 422,
  /** The request came from another origin. */
  origin: 403,
  /** The person must log in first. */
  login: 401,
  /** The person must prove their passkey once more. */
  fresh: 401,
  /** This passkey is known already, or the account has too many. */
  passkey: 409,
  /** The last way to log in cannot be removed. */
  last: 409,
  address: 409,
  /** This account may make no site, or has made its one. */
  notAllowed: 403,
  /** Another page of this account makes its site now. */
  making: 409,
  /** An earlier try has set the site up with other values. */
  otherValues: 409,
  site: 422,
  limited: 429,
  full: 507,
  busy: 503,
} as const;

export type AccountRefusalCode = keyof typeof STATUSES;

export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;
  readonly status: number;
  /** A value for the page's sentence. */
  readonly about: string | undefined;

  constructor(code: AccountRefusalCode, about?: string) {
    super(code);
    this.code = code;
    this.status = STATUSES[code];
    this.about = about;
  }
}
