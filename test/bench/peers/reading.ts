/** Rows of visitors who read pages. */
import { seeded } from "../../support/seeded.ts";
import { CONNECTIONS, saturate, type Sender, type Target } from "../load.ts";
import { Asking } from "./asking.ts";
import { ARTICLES } from "./content.ts";
import type { Served } from "./peer.ts";
import { type Figures, number, type Row } from "./row.ts";

const [WARM_SECONDS, SECONDS] = [0.5, 2];
/** As browsers send it. */
export const PACKED = { "accept-encoding": "gzip, deflate, br" };

const targetOf = (served: Served, path: string, headers: Readonly<Record<string, string>>): Target => ({
  url: `http://127.0.0.1:${served.port}${path}`,
  host: served.host,
  pids: served.pids(),
  headers,
});

async function loaded(target: Target, warm = true): Promise<Figures> {
  if (warm) await saturate(target, WARM_SECONDS);
  const { requestsPerSecond, cpuMicrosPerRequest } = await saturate(target, SECONDS);
  return { rate: requestsPerSecond, micros: cpuMicrosPerRequest };
}

const show = ({ rate, micros }: Figures): string => `${number(rate)}; ${number(micros)} µs`;

/** Reads one page again and again. */
const page = (name: string, target: (served: Served) => Promise<Target | undefined> | Target | undefined): Row => ({
  name,
  async measure(served) {
    const given = await target(served);
    return given && loaded(given);
  },
  show,
});

/** A page that the visitor has already, if the server knows such visitors. */
async function known(served: Served): Promise<Target | undefined> {
  using asking = new Asking(served.port, served.host);
  const path = served.home(true);
  const { headers } = await asking.ask({ path, headers: PACKED });
  if (headers["etag"] === undefined) return undefined;
  const again = { ...PACKED, "if-none-match": headers["etag"] };
  return (await asking.ask({ path, headers: again })).status === 304 ? targetOf(served, path, again) : undefined;
}

let rounds = 0;

/** Reads articles in an order that looks random. */
function anyArticle(served: Served): Target | undefined {
  const article = served.article?.bind(served);
  if (!article) return undefined;
  rounds += 1;
  const draw = seeded(rounds);
  const sender: Sender = {
    next: () => ({ method: "GET", path: article(Math.floor(draw() * ARTICLES)), headers: PACKED }),
    answered: () => undefined,
  };
  const senders = async (): Promise<Sender[]> => Array.from({ length: CONNECTIONS }, () => sender);
  return { ...targetOf(served, article(0), PACKED), senders };
}

const behindCache = (served: Served, path: string | undefined): Target | undefined =>
  path === undefined ? undefined : targetOf(served, path, { ...PACKED, ...served.uncached?.headers });

const MIDDLE = ARTICLES / 2;

export const READING: readonly Row[] = [
  page("home page, compressed", (served) => targetOf(served, served.home(true), PACKED)),
  page("home page, not compressed", (served) => targetOf(served, served.home(false), {})),
  page("home page that the visitor has (304)", known),
  {
    name: "1,000 articles at random",
    async measure(served) {
      const target = anyArticle(served);
      return target && loaded(target, false);
    },
    show,
  },
  page("home page, not cached", (served) => behindCache(served, served.uncached?.home())),
  page("article, not cached", (served) => behindCache(served, served.uncached?.article(MIDDLE))),
];
