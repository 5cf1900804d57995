import {
  BATCHES_PER_WINDOW,
  BATCHES_WINDOW_SECONDS,
  EXPORTS_PER_WINDOW,
  EXPORTS_WINDOW_SECONDS,
  RATE_SUBJECTS_KNOWN,
  READS_PER_WINDOW,
  READS_WINDOW_SECONDS,
  WRITES_PER_WINDOW,
  WRITES_WINDOW_SECONDS,
} from "../../manifests/bounds/api.ts";
import { ARCHIVES_PER_WINDOW, ARCHIVES_WINDOW_SECONDS } from "../../manifests/bounds/backups.ts";
import {
  ROUTE_CALLS_PER_PLUGIN,
  ROUTE_CALLS_PER_VISITOR,
  ROUTE_WINDOW_SECONDS,
  UNSIGNED_WEBHOOKS_PER_ADDRESS,
  WEBHOOKS_PER_PLUGIN,
} from "../../manifests/bounds/calls.ts";
import {
  ACTIONS_PER_WINDOW,
  ACTIONS_WINDOW_SECONDS,
  PREVIEWS_PER_WINDOW,
  PREVIEWS_WINDOW_SECONDS,
} from "../../manifests/bounds/editor.ts";
import {
  FORM_CONFIRM_WINDOW_SECONDS,
  FORM_CONFIRMS_PER_ADDRESS,
  FORM_CONFIRMS_PER_SITE,
  FORM_CONFIRMS_PER_VISITOR,
  FORM_LINK_CALLS_PER_FORM,
  FORM_LINK_CALLS_PER_SUBMISSION,
  FORM_POSTS_PER_FORM,
  FORM_POSTS_PER_VISITOR,
  FORM_ROOM_PER_VISITOR,
  FORM_ROOM_WINDOW_SECONDS,
  FORM_WINDOW_SECONDS,
  MAIL_ADDRESSES_PER_WINDOW,
  MAIL_ADDRESS_WINDOW_SECONDS,
  MAIL_INVITES_PER_WINDOW,
  MAIL_PER_PLUGIN,
  MAIL_PER_SITE,
  MAIL_PER_SITE_BY_VISITORS,
  MAIL_PER_TENANT,
  MAIL_PER_TENANT_BY_PLUGINS,
  MAIL_PER_TENANT_BY_VISITORS,
  MAIL_PLUGIN_PER_SUBMITTER,
  MAIL_REMARKS_PER_MEMBER,
  MAIL_REVIEWS_PER_MEMBER,
  MAIL_REVIEWS_PER_SITE,
  MAIL_WINDOW_SECONDS,
} from "../../manifests/bounds/forms.ts";
import {
  INVITATIONS_PER_WINDOW,
  INVITATIONS_WINDOW_SECONDS,
  READER_FEED_READS,
  READER_FIRST_LETTERS,
  READER_LETTERS_PER_ADDRESS,
  READER_LETTERS_PER_CLIENT,
  READER_LETTERS_SECONDS,
  READER_LETTERS_TO_CHOSEN,
  READER_LETTERS_TO_READERS,
  READER_LETTERS_TO_STRANGERS,
} from "../../manifests/bounds/logins.ts";
import { GUEST_REMARKS_PER_WINDOW, GUEST_REMARKS_WINDOW_SECONDS } from "../../manifests/bounds/publishing.ts";
import { TIDY_EVERY_MS } from "../../manifests/bounds/commands.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Powers, first } from "../powers/powers.ts";

export interface RatePolicy {
  readonly name: string;
  /** Requests that one subject may make at once. A window later, all of them are available again. */
  readonly quota: number;
  readonly windowSeconds: number;
}

export const RATE_POLICIES = {
  writes: { name: "writes", quota: WRITES_PER_WINDOW, windowSeconds: WRITES_WINDOW_SECONDS },
  /** Batches of pages, as imports send them. */
  batches: { name: "batches", quota: BATCHES_PER_WINDOW, windowSeconds: BATCHES_WINDOW_SECONDS },
  invitations: { name: "invitations", quota: INVITATIONS_PER_WINDOW, windowSeconds: INVITATIONS_WINDOW_SECONDS },
  archives: { name: "archives", quota: ARCHIVES_PER_WINDOW, windowSeconds: ARCHIVES_WINDOW_SECONDS },
  /** Each isolate of the site worker counts reads for itself. */
  reads: { name: "reads", quota: READS_PER_WINDOW, windowSeconds: READS_WINDOW_SECONDS },
  /** Previews of unsaved content, counted like reads. */
  previews: { name: "previews", quota: PREVIEWS_PER_WINDOW, windowSeconds: PREVIEWS_WINDOW_SECONDS },
  /** Downloads that are generated while they are sent, such as all submissions of a form. */
  exports: { name: "exports", quota: EXPORTS_PER_WINDOW, windowSeconds: EXPORTS_WINDOW_SECONDS },
  /** Calls of one plugin's routes: from one network address, and from all together. */
  "plugin-visitor": { name: "plugin-visitor", quota: ROUTE_CALLS_PER_VISITOR, windowSeconds: ROUTE_WINDOW_SECONDS },
  plugin: { name: "plugin", quota: ROUTE_CALLS_PER_PLUGIN, windowSeconds: ROUTE_WINDOW_SECONDS },
  /** Requests to one plugin's webhooks: signed ones, and those of one network address that no secret signed. */
  webhook: { name: "webhook", quota: WEBHOOKS_PER_PLUGIN, windowSeconds: ROUTE_WINDOW_SECONDS },
  "webhook-unsigned": {
    name: "webhook-unsigned",
    quota: UNSIGNED_WEBHOOKS_PER_ADDRESS,
    windowSeconds: ROUTE_WINDOW_SECONDS,
  },
  /** Runs of plugins' actions by one member. */
  actions: { name: "actions", quota: ACTIONS_PER_WINDOW, windowSeconds: ACTIONS_WINDOW_SECONDS },
  /** Posts to one form: from one network address, and from all together. */
  "form-visitor": { name: "form-visitor", quota: FORM_POSTS_PER_VISITOR, windowSeconds: FORM_WINDOW_SECONDS },
  form: { name: "form", quota: FORM_POSTS_PER_FORM, windowSeconds: FORM_WINDOW_SECONDS },
  /** Storage for visitors' files from one network address, in pieces, for all forms together. */
  "form-room": { name: "form-room", quota: FORM_ROOM_PER_VISITOR, windowSeconds: FORM_ROOM_WINDOW_SECONDS },
  /** Uses of links of a form's letters that call its plugin: of one submission, and of all of the form. */
  "form-link": { name: "form-link", quota: FORM_LINK_CALLS_PER_SUBMISSION, windowSeconds: FORM_WINDOW_SECONDS },
  "form-links": { name: "form-links", quota: FORM_LINK_CALLS_PER_FORM, windowSeconds: FORM_WINDOW_SECONDS },
  /** Letters that ask visitors for a confirmation: to one address, for one network address, and of one site. */
  "confirm-address": {
    name: "confirm-address",
    quota: FORM_CONFIRMS_PER_ADDRESS,
    windowSeconds: FORM_CONFIRM_WINDOW_SECONDS,
  },
  "confirm-visitor": {
    name: "confirm-visitor",
    quota: FORM_CONFIRMS_PER_VISITOR,
    windowSeconds: FORM_CONFIRM_WINDOW_SECONDS,
  },
  "confirm-site": { name: "confirm-site", quota: FORM_CONFIRMS_PER_SITE, windowSeconds: MAIL_WINDOW_SECONDS },
  /** Sign-in letters to readers: to one address, for one network address, and at a site to its three crowds. */
  "reader-address": {
    name: "reader-address",
    quota: READER_LETTERS_PER_ADDRESS,
    windowSeconds: READER_LETTERS_SECONDS,
  },
  "reader-client": { name: "reader-client", quota: READER_LETTERS_PER_CLIENT, windowSeconds: READER_LETTERS_SECONDS },
  "reader-strangers": {
    name: "reader-strangers",
    quota: READER_LETTERS_TO_STRANGERS,
    windowSeconds: READER_LETTERS_SECONDS,
  },
  "reader-known": { name: "reader-known", quota: READER_LETTERS_TO_READERS, windowSeconds: READER_LETTERS_SECONDS },
  "reader-chosen": { name: "reader-chosen", quota: READER_LETTERS_TO_CHOSEN, windowSeconds: READER_LETTERS_SECONDS },
  /** Letters to one reader that count for the reader's crowd. */
  "reader-first": { name: "reader-first", quota: READER_FIRST_LETTERS, windowSeconds: READER_LETTERS_SECONDS },
  /** Reads of the feed of one reader. */
  "reader-feed": { name: "reader-feed", quota: READER_FEED_READS, windowSeconds: READER_LETTERS_SECONDS },
  /** Letters that leave a site, and all sites of the workspace together. */
  "mail-site": { name: "mail-site", quota: MAIL_PER_SITE, windowSeconds: MAIL_WINDOW_SECONDS },
  "mail-tenant": { name: "mail-tenant", quota: MAIL_PER_TENANT, windowSeconds: MAIL_WINDOW_SECONDS },
  /** The part of these letters that visitors cause. */
  "mail-site-visitors": {
    name: "mail-site-visitors",
    quota: MAIL_PER_SITE_BY_VISITORS,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  "mail-tenant-visitors": {
    name: "mail-tenant-visitors",
    quota: MAIL_PER_TENANT_BY_VISITORS,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  /** The part about requests for publication, and the requests of one member that cause letters. */
  "mail-site-reviews": { name: "mail-site-reviews", quota: MAIL_REVIEWS_PER_SITE, windowSeconds: MAIL_WINDOW_SECONDS },
  "mail-review": { name: "mail-review", quota: MAIL_REVIEWS_PER_MEMBER, windowSeconds: MAIL_WINDOW_SECONDS },
  /** The contributions of one member to remarks that cause letters, and the remarks of the guests of one link. */
  "mail-remark": { name: "mail-remark", quota: MAIL_REMARKS_PER_MEMBER, windowSeconds: MAIL_WINDOW_SECONDS },
  "guest-remarks": {
    name: "guest-remarks",
    quota: GUEST_REMARKS_PER_WINDOW,
    windowSeconds: GUEST_REMARKS_WINDOW_SECONDS,
  },
  /** Letters of one plugin at one site, of all plugins of the workspace, and of plugins to one visitor. */
  "mail-plugin": { name: "mail-plugin", quota: MAIL_PER_PLUGIN, windowSeconds: MAIL_WINDOW_SECONDS },
  "mail-tenant-plugins": {
    name: "mail-tenant-plugins",
    quota: MAIL_PER_TENANT_BY_PLUGINS,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  /** All letters of a tenant with a worker of its own, as the dispatcher counts them. */
  "mail-lent": {
    name: "mail-lent",
    quota: MAIL_PER_TENANT + MAIL_PER_TENANT_BY_PLUGINS,
    windowSeconds: MAIL_WINDOW_SECONDS,
  },
  "mail-submitter": {
    name: "mail-submitter",
    quota: MAIL_PLUGIN_PER_SUBMITTER,
    windowSeconds: MAIL_ADDRESS_WINDOW_SECONDS,
  },
  /** Invitations that a site sends by mail. */
  "mail-invite": { name: "mail-invite", quota: MAIL_INVITES_PER_WINDOW, windowSeconds: MAIL_ADDRESS_WINDOW_SECONDS },
  /** Addresses that a member enters, because each gets a letter. */
  "mail-address": {
    name: "mail-address",
    quota: MAIL_ADDRESSES_PER_WINDOW,
    windowSeconds: MAIL_ADDRESS_WINDOW_SECONDS,
  },
} as const satisfies Record<string, RatePolicy>;
export type RateName = keyof typeof RATE_POLICIES;

/** A subject's state under a limit after a request. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until one more request is allowed. 0 if one is allowed now. */
  readonly waitSeconds: number;
}

/** Tolerance for rounding errors, which could make a whole number one too small. */
const ROUNDING = 1e-9;

/** One limit of a request that several limits count. */
export interface CountedLimit {
  readonly name: RateName;
  readonly subject: string;
  /** May be lower than the policy's. */
  readonly quota?: number;
}

export interface Spent {
  readonly standing: RateLimitState;
  /** The number of granted requests. 0 if the quota is used up. */
  readonly granted: number;
  /** The time at which the whole quota is available again, in milliseconds since the epoch. */
  readonly freeAt: number;
}

/** Spends requests of a quota that is fully available again at `freeAt`: as many as wanted, or as are left. */
export function spendFrom({ quota, windowSeconds }: RatePolicy, freeAt: number, now: number, wanted = 1): Spent {
  const window = windowSeconds * 1000;
  const interval = window / quota;
  const ahead = freeAt - now;
  // A quota is free again within a window, so a later time comes from a clock that was set back. If it counted,
  // everything would be refused until the clock has caught up.
  const used = ahead > window ? 0 : Math.max(0, ahead);
  const granted = Math.min(wanted, Math.floor((window - used) / interval + ROUNDING));
  const after = used + granted * interval;
  const standing = {
    allowed: granted > 0,
    remaining: Math.floor((window - after) / interval + ROUNDING),
    waitSeconds: Math.ceil(Math.max(0, after + interval - window - ROUNDING) / 1000),
  };
  return { standing, granted, freeAt: granted > 0 ? now + after : freeAt };
}

/** Spends all wanted requests of a quota, or none. */
export function spendAll(policy: RatePolicy, freeAt: number, now: number, wanted: number): Spent {
  const spent = spendFrom(policy, freeAt, now, wanted);
  if (spent.granted === wanted) return spent;
  const {
    standing: { remaining, waitSeconds },
    granted,
  } = spent;
  const further = (wanted - granted - 1) * (policy.windowSeconds / policy.quota);
  return {
    standing: { allowed: false, remaining: remaining + granted, waitSeconds: Math.ceil(waitSeconds + further) },
    granted: 0,
    freeAt,
  };
}

type Row = readonly [id: string, freeAt: number];

/**
 * Counts requests exactly, because a tenant has one workspace object, and durably, because a restart must not reset a
 * limit. For each subject it stores only the time at which the whole quota is available again (generic cell rate
 * algorithm). A refused request does not change that time, so retrying costs neither quota nor a write.
 */
export class RateLimits {
  readonly #powers: Powers;
  /** The time of the last cleanup, in milliseconds since the epoch. */
  #sweptAt = Number.NEGATIVE_INFINITY;
  /** Cached rows of recent subjects. No other object writes these rows. */
  readonly #known = new Map<string, number>();

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** Spends requests of a limit, all `wanted` ones or none. `quota` may be lower than the policy's. */
  spend(name: RateName, subject: string, quota: number = RATE_POLICIES[name].quota, wanted = 1): RateLimitState {
    const { standing, row } = this.#spent(name, subject, quota, wanted);
    if (standing.allowed) this.#keep([row]);
    return standing;
  }

  /**
   * Spends one request of each limit in this order, until one refuses it. Throws RATE_LIMITED then. All that were spent
   * are stored by one statement.
   */
  requireEach(limits: readonly CountedLimit[]): void {
    const rows: Row[] = [];
    try {
      for (const { name, subject, quota = RATE_POLICIES[name].quota } of limits) {
        const { standing, row } = this.#spent(name, subject, quota, 1);
        if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit: name, ...standing });
        rows.push(row);
      }
    } finally {
      this.#keep(rows);
    }
  }

  #spent(name: RateName, subject: string, quota: number, wanted: number): { standing: RateLimitState; row: Row } {
    this.#sweepAtTimes();
    const id = JSON.stringify([name, subject]);
    const policy = { ...RATE_POLICIES[name], quota };
    const { standing, freeAt } = spendAll(policy, this.#freeAt(id), this.#powers.now(), wanted);
    return { standing, row: [id, freeAt] };
  }

  /** Seconds until the limit allows one more request. 0 if it does now. Spends none. */
  waitSeconds(name: RateName, subject: string): number {
    const { allowed, waitSeconds } = this.#next(name, subject);
    return allowed ? 0 : waitSeconds;
  }

  #next(name: RateName, subject: string): RateLimitState {
    const before = this.#freeAt(JSON.stringify([name, subject]));
    return spendAll(RATE_POLICIES[name], before, this.#powers.now(), 1).standing;
  }

  /** Throws RATE_LIMITED if the next request would exceed the limit. Spends none. */
  requireRoom(name: RateName, subject: string): void {
    const standing = this.#next(name, subject);
    if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit: name, ...standing });
  }

  /** Spends requests like `spend`. Throws RATE_LIMITED if they exceed the limit. */
  require(name: RateName, subject: string, quota?: number, wanted?: number): RateLimitState {
    const standing = this.spend(name, subject, quota, wanted);
    if (!standing.allowed) throw new Refusal("RATE_LIMITED", { limit: name, ...standing });
    return standing;
  }

  /** Deletes rows of subjects whose whole quota is available. */
  sweep(): void {
    this.#sweptAt = this.#powers.now();
    this.#known.clear();
    this.#powers.sql.all("DELETE FROM rate_limits WHERE free_at <= ?", this.#sweptAt);
  }

  /**
   * Cleans up at intervals while counting. A visitor with many network addresses adds a row for each, and may never
   * wake the chore that cleans up.
   */
  #sweepAtTimes(): void {
    // `Math.abs` makes a clock that was set back count as elapsed time.
    if (Math.abs(this.#powers.now() - this.#sweptAt) >= TIDY_EVERY_MS) this.sweep();
  }

  #freeAt(id: string): number {
    const query = "SELECT free_at FROM rate_limits WHERE id = ?";
    return this.#known.get(id) ?? first<{ free_at: number }>(this.#powers.sql, query, id)?.free_at ?? 0;
  }

  #keep(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const values = rows.map(() => "(?, ?)").join(", ");
    this.#powers.sql.all(
      `INSERT INTO rate_limits (id, free_at) VALUES ${values} ON CONFLICT (id) DO UPDATE SET free_at = excluded.free_at`,
      ...rows.flat(),
    );
    if (this.#known.size >= RATE_SUBJECTS_KNOWN) this.#known.clear();
    for (const [id, freeAt] of rows) this.#known.set(id, freeAt);
  }
}
