/** The feed of one reader: the newest pages that the reader may read, by title and description. */
import { READER_FEED_ENTRIES } from "../../manifests/bounds/logins.ts";
import { isoDate } from "../documents/content/dates.ts";
import { absoluteUrl } from "../documents/content/languageHosts.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import type { Documents } from "../documents/documents.ts";
import type { ReadersPage } from "../documents/lists/sitePages.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import type { Published } from "../serving/published.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import { xmlText } from "../templates/escape.ts";
import type { Sites } from "../tenancy/sites.ts";

interface FeedParts {
  readonly powers: Pick<Powers, "now" | "timestamp">;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly releases: Releases;
  readonly published: Published;
}

const changedAt = ({ summary: { updated, date } }: ReadersPage): string => isoDate(updated ?? date ?? "");

/** The feed in Atom (RFC 4287). It names no address of its own, because that is a secret. */
export function feedFor(parts: FeedParts, site: string, groups: readonly string[]): PublishedAnswer {
  const { documents, powers, published, releases, sites } = parts;
  const { release, firstOrigin } = sites.get(site);
  const { change, createdAt } = releases.requireReady(site, release);
  const { name, language, timeZone = UNNAMED_ZONE } = documents.only(site, "settings", change).body;
  const place = published.place(site);
  const pages = documents.sitePages.forReaders(site, {
    change,
    pageless: documents.pageless.at(site, change),
    clock: { now: powers.now(), timeZone },
    groups,
    most: READER_FEED_ENTRIES,
  });
  const entry = (page: ReadersPage): string => `<entry>
<id>${xmlText(`${firstOrigin}/#${page.id}`)}</id>
<title>${xmlText(page.summary.title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(absoluteUrl(page.path, place))}"/>
<updated>${changedAt(page)}</updated>
${page.summary.description === null ? "" : `<summary>${xmlText(page.summary.description)}</summary>\n`}</entry>`;
  const newest = pages.map(changedAt).toSorted().at(-1) ?? powers.timestamp(createdAt);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">
<id>${xmlText(`${firstOrigin}/#readers`)}</id>
<title>${xmlText(name)}</title>
<link rel="alternate" type="text/html" href="${xmlText(absoluteUrl("/", place))}"/>
<author><name>${xmlText(name)}</name></author>
<updated>${newest}</updated>
${pages.map(entry).join("\n")}
</feed>
`;
  return { status: 200, body, headers: { ...ANSWER_HEADERS.readersFeed } };
}
