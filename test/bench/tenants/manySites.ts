import type { Page } from "../../../runtime/documents/content/content.ts";
import { loadDemo } from "../../../sites/demo/load.ts";
import { ownersOf } from "../../../sites/machine/identity/people.ts";
import { requestLocal } from "../../../sites/machine/process/request.ts";
import { THEME, siteDocument, textPage } from "../../support/content.ts";
import { persistently } from "../../support/driver.ts";

const PAGES = 10;
/** The number of sites that are provisioned in parallel. */
const SIDE_BY_SIDE = 4;
const TEXT = "drawbridge.basics/rich-text";

/** Texts of real articles: what a page costs depends on its words. */
const TEXTS: readonly Page["sections"][] = loadDemo("saltmarrow")
  .document.pages.map(({ sections }) => sections.filter(({ type }) => type === TEXT))
  .filter((sections) => sections.length > 0);

export const hostnameOf = (n: number): string => `site-${n}.localhost`;

export const PATHS: readonly string[] = Array.from({ length: PAGES }, (_, n) => (n === 0 ? "/" : `/page-${n}`));

const pageAt = (n: number, path: string): Page => ({
  ...textPage(path, ""),
  title: `Page ${path} of site ${n}`,
  sections: TEXTS[n % TEXTS.length] ?? [],
});

function siteAt(n: number): unknown {
  const pages = Object.fromEntries(PATHS.map((path, at) => [`page-${at}`, pageAt(n + at, path)]));
  return {
    tenant: { id: `tenant-${n}`, name: `Tenant ${n}` },
    site: { id: "main", name: `Site ${n}` },
    domain: { hostname: hostnameOf(n) },
    document: siteDocument(pages, `Site ${n}`),
    theme: THEME,
    identities: ownersOf("saltmarrow"),
  };
}

export interface Place {
  readonly port: number;
  readonly secret: string;
}

/** Provisions this many tenants with one site each, as an operator, and waits until visitors get the last. */
export async function makeSites({ port, secret }: Place, count: number, tell: (done: number) => void): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      await provision({ port, secret }, n);
      tell(n + 1);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

async function provision({ port, secret }: Place, n: number): Promise<void> {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const sent = { port, host: "localhost", path: "/api/admin/provision", method: "POST" as const, headers };
  const { status, text } = await requestLocal({ ...sent, body: JSON.stringify(siteAt(n)), timeoutMs: 60_000 });
  if (status !== 201) throw new Error(`site ${n}: ${status} ${text.slice(0, 400)}`);
}

/** Milliseconds until a visit gets the page. */
export async function visitMs(port: number, host: string, path: string): Promise<number> {
  const began = performance.now();
  await persistently(async () => {
    const { status } = await requestLocal({ port, host, path, timeoutMs: 60_000 });
    if (status !== 200) throw new Error(`${host}${path}: ${status}`);
  }, 120);
  return performance.now() - began;
}
