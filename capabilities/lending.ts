/**
 * Makes a loan of a grant: each capability that was granted is lent within what was granted, and no other.
 * A capability this deployment has no power for is answered like one nobody granted, because it is not lent.
 */
import { LEASE_CALLS } from "../manifests/bounds.ts";
import type { Sql } from "../runtime/powers.ts";
import type { Lent } from "./capability.ts";
import { lendContent } from "./content.ts";
import type { ContentSources } from "./content.ts";
import type { Requested } from "../runtime/plugins/grant.ts";
import { hostsOf } from "./hosts.ts";
import { lendHttp } from "./http.ts";
import type { HttpPowers } from "./http.ts";
import { Loan } from "./loan.ts";
import type { LoanPowers } from "./loan.ts";
import { lendLog } from "./log.ts";
import { lendMedia } from "./media.ts";
import type { MediaSources } from "./media.ts";
import type { LogLine } from "./log.ts";
import { lendStorage, lendStorageToRead } from "./storage.ts";

export interface Lender extends LoanPowers {
  readonly sql: Sql;
  readonly content: ContentSources;
  readonly http: HttpPowers;
  /** Missing where nothing holds files. */
  readonly media?: MediaSources | undefined;
  log(plugin: string, line: LogLine): void;
  /** False while the workspace has no room for more of a plugin's storage. */
  hasRoom?(): boolean;
  /** False while an operator lets nobody write. Reading goes on. */
  mayWrite(): boolean;
}

export interface Borrower {
  readonly site: string;
  readonly plugin: string;
  /** What was granted, which is never more than what the plugin's manifest asks for. */
  readonly granted: Requested;
  /** The plugin's settings; its grant may say that one of them names hosts. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Calls the manifest asks for. */
  readonly calls?: number | undefined;
  /** Milliseconds the call may take. */
  readonly wallMs: number;
}

export function lentTo(lender: Lender, borrower: Borrower): Lent {
  const { storage, content, media, http } = borrower.granted;
  return {
    ...lendLog((line) => lender.log(borrower.plugin, line)),
    ...(storage && (lender.mayWrite() ? lendStorage : lendStorageToRead)(lender.sql, borrower, { ...storage, hasRoom: lender.hasRoom }, (dependency) => lender.content.read?.(dependency))),
    ...(content && lendContent(lender.content, borrower.site, content)),
    ...(media?.read && lender.media && lendMedia(lender.media, borrower.site)),
    ...(http && lendHttp(lender.http, { ...http, hosts: hostsOf(http, borrower.settings) })),
  };
}

export const lend = (lender: Lender, borrower: Borrower): Loan =>
  new Loan(
    { lent: lentTo(lender, borrower), calls: borrower.calls ?? LEASE_CALLS, deadline: lender.now() + borrower.wallMs },
    lender,
  );
