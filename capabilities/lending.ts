/**
 * Makes a loan from a grant: each granted capability within the grant's limits. A capability that this deployment does
 * not have is answered as not granted.
 */
import { LEASE_CALLS } from "../manifests/bounds/calls.ts";
import type { Sql } from "../runtime/powers/powers.ts";
import type { GrantedVerbs } from "./capability.ts";
import { lendContent, type ContentSources } from "./content.ts";
import type { Requested } from "../runtime/contributions/grant.ts";
import { hostsOf } from "./hosts.ts";
import { lendHttp, type HttpPowers } from "./http.ts";
import { Loan, type LoanPowers } from "./loan.ts";
import { lendLog, ownLine, type LogLine } from "./log.ts";
import { lendMail, type MailSources } from "./mail.ts";
import { lendMedia, type MediaSources } from "./media.ts";
import { lendReaders, type ReaderSources } from "./readers.ts";
import { lendStorage, lendStorageToRead } from "./storage.ts";

export interface Lender extends LoanPowers {
  readonly sql: Sql;
  readonly content: ContentSources;
  readonly http: HttpPowers;
  /** Missing where the deployment stores no files. */
  readonly media?: MediaSources | undefined;
  /** Missing in calls that must change nothing, such as those for a preview. */
  readonly mail?: MailSources | undefined;
  /** Missing in calls that must change nothing. */
  readonly readers?: ReaderSources | undefined;
  log(plugin: string, line: LogLine): void;
  /** False if the workspace has no room for more plugin data. */
  hasRoom?(): boolean;
  /** Called after each change of a plugin's storage. */
  stored?(plugin: string): void;
  /** False while the operator has stopped writes. Reads continue. */
  mayWrite(): boolean;
}

export interface Borrower {
  readonly site: string;
  readonly plugin: string;
  /** The granted capabilities, at most those in the manifest. */
  readonly granted: Requested;
  /** The plugin's settings. The grant may name one of them as a list of hosts, and secrets that its code never gets. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Tells whether a refusal may name a host; none is named without it. */
  readonly mayNameHost?: ((host: string) => boolean) | undefined;
  /** The number of calls that the manifest asks for. */
  readonly calls?: number | undefined;
  /** The time limit of the call in milliseconds. */
  readonly wallMs: number;
}

/** The verbs whose effects nobody takes back. */
const effectsFor = (lender: Lender, { mail, readers }: Requested): GrantedVerbs => ({
  ...(mail && lender.mail && lendMail(lender.mail)),
  ...(readers && lender.readers && lendReaders(lender.readers, readers)),
});

export function verbsFor(lender: Lender, borrower: Borrower): GrantedVerbs {
  const { storage, content, media, http } = borrower.granted;
  return {
    ...lendLog((line) => lender.log(borrower.plugin, line)),
    ...(storage &&
      (lender.mayWrite() ? lendStorage : lendStorageToRead)(
        lender.sql,
        borrower,
        { ...storage, hasRoom: lender.hasRoom, changed: () => lender.stored?.(borrower.plugin) },
        lender.content.read && ((dependency) => lender.content.read?.(dependency)),
      )),
    ...(content && lendContent(lender.content, borrower.site, content)),
    ...(media?.read && lender.media && lendMedia(lender.media, borrower.site)),
    ...effectsFor(lender, borrower.granted),
    ...(http &&
      lendHttp(
        lender.http,
        {
          ...http,
          hosts: hostsOf(http, borrower.settings),
          ...(borrower.mayNameHost && { mayName: borrower.mayNameHost }),
        },
        { settings: borrower.settings, tell: (text) => lender.log(borrower.plugin, ownLine(text)) },
      )),
  };
}

export const lend = (lender: Lender, borrower: Borrower): Loan =>
  new Loan(
    {
      verbs: verbsFor(lender, borrower),
      calls: borrower.calls ?? LEASE_CALLS,
      deadline: lender.now() + borrower.wallMs,
    },
    lender,
  );
