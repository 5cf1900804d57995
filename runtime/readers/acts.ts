/** Does what visitors ask for at the pages of readers' accounts. */
import { READER_SESSION_MS } from "../../manifests/bounds/logins.ts";
import { pathOfAddress } from "../../manifests/shapes/normalPath.ts";
import { absoluteUrl, originOfPath } from "../documents/content/languageHosts.ts";
import { languageAt, tagOf } from "../documents/content/languages.ts";
import { isMailAddress, mailAddressOf, personOf } from "../forms/mailAddress.ts";
import type { MailEnclosures } from "../mail/enclosures.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import { type PublishedAnswer, missing } from "../serving/publishedAnswer.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { feedFor } from "./feed.ts";
import { READER_PATH, READER_SECRET } from "./forms.ts";
import type { AudienceGate, AudienceGateParts } from "./gate.ts";
import type { Reader } from "./readers.ts";
import type { ReaderAct, ReaderOutcome } from "./readersApi.ts";
import type { ReaderPagesParts } from "./readerPages.ts";

export interface ActParts extends AudienceGateParts, ReaderPagesParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly storageQuota: Pick<StorageQuota, "requireForUntrusted">;
  readonly letters: Letters;
  readonly mailEnclosures: MailEnclosures;
  readonly audienceGate: AudienceGate;
}

type Doing<K extends ReaderAct["do"]> = Extract<ReaderAct, { readonly do: K }>;
type Acts = { readonly [K in ReaderAct["do"]]: (site: string, act: Doing<K>) => Promise<ReaderOutcome> };

const TO_THIS_ADDRESS = "too many letters to this address";
/**
 * Each crowd has a limit of its own. Strangers use up no letters of readers with an account. Anybody may sign up, and as
 * often as they like. So such accounts use up no letters of readers in groups, and of those whom a member added. The
 * first letter of a reader in an hour counts for the crowd. Its link stays valid so long, and so repeated letters count
 * among those of strangers. So a few accounts that ask again and again use up nothing of other readers.
 */
const CROWDS = {
  strangers: { limit: "reader-strangers", why: "too many letters to new readers, or repeated ones" },
  readers: { limit: "reader-known", why: "too many letters to readers" },
  chosen: { limit: "reader-chosen", why: "too many letters to readers in groups" },
} as const;

function crowdOf(reader: Pick<Reader, "madeBy" | "groups"> | undefined): (typeof CROWDS)[keyof typeof CROWDS] {
  if (!reader) return CROWDS.strangers;
  return reader.madeBy !== "" || reader.groups.length > 0 ? CROWDS.chosen : CROWDS.readers;
}

export class ReaderActs {
  readonly #parts: ActParts;
  readonly #acts: Acts = {
    ask: (site, act) => this.#ask(site, act),
    open: async (site, { secret }) => ({ answer: await this.#parts.readerPages.entering(site, secret) }),
    enter: (site, { secret }) => this.#enter(site, secret),
    look: (site, { login }) => this.#look(site, login),
    doubt: (site, { login }) => this.#doubt(site, login),
    giveFeed: (site, { login }) => this.#giveFeed(site, login),
    endFeed: (site, { login }) => this.#endFeed(site, login),
    readFeed: (site, { secret }) => this.#readFeed(site, secret),
    leave: (site, { login }) => this.#leave(site, login),
    forget: (site, { login }) => this.#forget(site, login),
  };

  constructor(parts: ActParts) {
    this.#parts = parts;
  }

  /** The caller has resolved the active plugins, because a theme draws the pages. */
  do(site: string, act: ReaderAct): Promise<ReaderOutcome> {
    return this.#acts[act.do](site, act as never);
  }

  /** The work and the answer are the same for a known address, a new one, and one that may not sign in. */
  async #ask(site: string, { address: typed, path: asked, client }: Doing<"ask">): Promise<ReaderOutcome> {
    const { powers, tenant, readerPages, rateLimits, storageQuota } = this.#parts;
    const requireActive = tenant.requireActive();
    const path = await this.#returnPath(site, asked);
    const address = mailAddressOf(typed.trim());
    if (!isMailAddress(address))
      return { answer: await readerPages.door(site, path, { text: "wrongAddress", status: 422, typed }) };
    if (!rateLimits.spend("reader-client", client).allowed)
      return { answer: await readerPages.door(site, path, { text: "later", status: 429, typed }) };
    storageQuota.requireForUntrusted();
    const [secret, person] = [
      this.#newSecret(),
      await powers.digest(JSON.stringify(["reader", site, personOf(address)])),
    ];
    const digest = await powers.digest(secret);
    const answer = await readerPages.door(site, path, { text: "asked", status: 200 });
    powers.sql.atomically(() => {
      requireActive();
      this.#send(site, { address, path, secret, digest, person });
    });
    return { answer };
  }

  #send(site: string, { address, path, secret, digest, person }: AskedLetter): void {
    const { powers, readerLogins, rateLimits, letters, mailEnclosures, published } = this.#parts;
    const known = this.#parts.readers.at(site, address);
    const isSpent = !rateLimits.spend("reader-address", person).allowed;
    // A stranger has a name of their own, so that the work is the same, and signing up uses up no letter of the reader.
    const isFirst = rateLimits.spend("reader-first", known ? person : `new ${person}`).allowed;
    const { limit, why } = isFirst ? crowdOf(known) : CROWDS.strangers;
    // A letter that is held anyway takes nothing from those of others.
    const isCrowded = !isSpent && !rateLimits.spend(limit, site).allowed;
    const held = isSpent ? TO_THIS_ADDRESS : isCrowded ? why : null;
    readerLogins.addLink(site, digest, { address, path });
    const settings = this.#settings(site);
    const link = `${originOfPath(published.place(site), path)}${READER_PATH}/open?${READER_SECRET}=${secret}`;
    const source = powers.newId();
    mailEnclosures.add(site, source, {
      address,
      // Nobody gets a letter that is held, so its link is nowhere.
      link: held === null ? link : "",
      language: tagOf({ language: languageAt(settings, path)?.tag }, settings),
    });
    letters.add({ site, kind: "reader", source, member: "" }, held);
  }

  async #enter(site: string, secret: string): Promise<ReaderOutcome> {
    const { powers, tenant, readers, readerLogins, readerPages, audienceGate } = this.#parts;
    const requireActive = tenant.requireActive();
    const [digest, login] = [await powers.digest(secret), this.#newSecret()];
    const loginDigest = await powers.digest(login);
    const path = powers.sql.atomically(() => {
      requireActive();
      const link = readerLogins.takeLink(site, digest);
      if (!link || !audienceGate.mayEnter(site, link.address)) return undefined;
      const known = readers.at(site, link.address);
      const id = known?.id ?? powers.newId();
      if (!known) readers.add(site, { id, address: link.address, groups: [], madeBy: "" });
      readers.seen(site, id);
      readerLogins.begin(site, loginDigest, id);
      return link.path;
    });
    if (path === undefined) return { answer: await readerPages.door(site, "/", { text: "over", status: 410 }) };
    const place = this.#parts.published.place(site);
    const to = place.hosts ? absoluteUrl(path, place) : path;
    return { to, login: { secret: login, forMs: READER_SESSION_MS } };
  }

  #look(site: string, login: string): Promise<ReaderOutcome> {
    const { readerLogins, readerPages } = this.#parts;
    return this.#forReader(site, login, (reader) =>
      readerPages.account(site, reader, {
        logins: readerLogins.countOf(site, reader.id),
        hasFeed: readerLogins.hasFeed(site, reader.id),
      }),
    );
  }

  /** The secret is in this answer alone. */
  async #giveFeed(site: string, login: string): Promise<ReaderOutcome> {
    const { powers, tenant, readerLogins, readerPages, published } = this.#parts;
    const requireActive = tenant.requireActive();
    const secret = this.#newSecret();
    const digest = await powers.digest(secret);
    return this.#forReader(site, login, (reader) => {
      powers.sql.atomically(() => {
        requireActive();
        readerLogins.giveFeed(site, reader.id, digest);
      });
      return readerPages.feedGiven(site, `${published.place(site).origin}${READER_PATH}/feed/${secret}`);
    });
  }

  async #endFeed(site: string, login: string): Promise<ReaderOutcome> {
    const { audienceGate, powers, readerLogins } = this.#parts;
    const reader = await audienceGate.reader(site, login);
    if (reader) powers.sql.atomically(() => readerLogins.endFeed(site, reader.id));
    return this.#look(site, login);
  }

  async #readFeed(site: string, secret: string): Promise<ReaderOutcome> {
    const { powers, readers, readerLogins, rateLimits } = this.#parts;
    const digest = await powers.digest(secret);
    const id = readerLogins.readerOfFeed(site, digest);
    const reader = id === undefined ? undefined : readers.find(site, id);
    if (!reader) return { answer: missing() };
    const { allowed, waitSeconds } = rateLimits.spend("reader-feed", digest);
    if (allowed) return { answer: feedFor(this.#parts, site, reader.groups) };
    const headers = { ...ANSWER_HEADERS.text, "Retry-After": String(waitSeconds) };
    return { answer: { status: 429, body: "Too many reads\n", headers } };
  }

  #doubt(site: string, login: string): Promise<ReaderOutcome> {
    return this.#forReader(site, login, () => this.#parts.readerPages.forgetting(site));
  }

  /** A page for the reader of a login, and the door for everybody else. */
  async #forReader(
    site: string,
    login: string,
    page: (reader: Reader) => Promise<PublishedAnswer>,
  ): Promise<ReaderOutcome> {
    const { audienceGate, readerPages } = this.#parts;
    const reader = await audienceGate.reader(site, login);
    if (!reader) return { answer: await readerPages.door(site, READER_PATH, { text: "door", status: 403 }) };
    return { answer: await page(reader) };
  }

  async #leave(site: string, login: string): Promise<ReaderOutcome> {
    this.#parts.readerLogins.end(site, await this.#parts.powers.digest(login));
    return { to: "/", login: null };
  }

  async #forget(site: string, login: string): Promise<ReaderOutcome> {
    const { powers, tenant, audienceGate, readers, readerLogins } = this.#parts;
    const requireActive = tenant.requireActive();
    const reader = await audienceGate.reader(site, login);
    powers.sql.atomically(() => {
      requireActive();
      if (!reader) return;
      readers.remove(site, reader.id);
      readerLogins.endAll(site, reader.id, reader.address);
    });
    return { to: "/", login: null };
  }

  /** The page to return to. Only a page for readers and the account are, so that no letter leads to a place of a stranger's choice. */
  async #returnPath(site: string, asked: string): Promise<string> {
    if (asked === READER_PATH) return asked;
    const path = asked.startsWith("/") ? pathOfAddress(asked) : "/";
    return (await this.#parts.audienceGate.isFor(site, path)) ? path : READER_PATH;
  }

  #settings(site: string) {
    const { sites, releases, documents } = this.#parts;
    const { change } = releases.requireReady(site, sites.get(site).release);
    return documents.only(site, "settings", change).body;
  }

  /** 64 hexadecimal digits, of which 244 bits are random. */
  #newSecret(): string {
    const { newId } = this.#parts.powers;
    return `${newId()}${newId()}`.replaceAll("-", "");
  }
}

interface AskedLetter {
  readonly address: string;
  readonly path: string;
  readonly secret: string;
  readonly digest: string;
  readonly person: string;
}
