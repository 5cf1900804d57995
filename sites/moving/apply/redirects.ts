/** Adds the redirects of a plan to those of the site. A redirect that the site has stays. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import type { Redirect, Redirects } from "../../../runtime/documents/content/content.ts";
import type { MoveLoss } from "../tree/moved.ts";
import { digestInHex } from "./digest.ts";
import { type Door, patiently, SiteRefusal } from "./door.ts";

export interface RedirectsDone {
  readonly added: number;
  readonly losses: readonly MoveLoss[];
}

/** Attempts while other members change the redirects. */
const ATTEMPTS = 5;

export async function addRedirects(door: Door, planned: readonly Redirect[]): Promise<RedirectsDone> {
  const losses: MoveLoss[] = [];
  let wanted = planned;
  for (let attempt = 1; ; attempt++) {
    const { version, body } = await patiently(door, () =>
      door.get<{ readonly version: number; readonly body: Redirects }>("/api/redirects"),
    );
    const has = new Set(body.entries.map(({ from }) => normalPath(from)));
    const news = wanted.filter(({ from }) => !has.has(normalPath(from)));
    const room = Math.max(0, REDIRECTS_MAX_ENTRIES - body.entries.length);
    const taken = news.slice(0, room);
    if (taken.length === 0) return { added: 0, losses: [...losses, ...beyond(news.length)] };
    const entries = [...body.entries, ...taken];
    try {
      const key = `import-${await digestInHex(JSON.stringify([version, entries]))}`;
      await patiently(door, () => door.change("PUT", "/api/redirects", { body: { body: { entries } }, key, version }));
      return { added: taken.length, losses: [...losses, ...beyond(news.length - taken.length)] };
    } catch (error) {
      if (!(error instanceof SiteRefusal) || attempt > ATTEMPTS + planned.length) throw error;
      const refused = refusedIn(
        error,
        entries.map(({ from }) => from),
      );
      if (refused.size === 0 && (error.code !== "STALE_VERSION" || attempt > ATTEMPTS)) throw error;
      for (const [from, why] of refused)
        losses.push({
          place: "redirects",
          what: `the redirect from ${from}: ${why}`,
          kind: "a redirect that the site does not take",
        });
      wanted = wanted.filter(({ from }) => !refused.has(from));
    }
  }
}

const beyond = (count: number): MoveLoss[] =>
  count === 0
    ? []
    : [
        {
          place: "redirects",
          what: `${countOf(count, "redirect")} beyond ${REDIRECTS_MAX_ENTRIES}, the most of a site`,
        },
      ];

function refusedIn({ issues }: SiteRefusal, from: readonly string[]): Map<string, string> {
  return new Map(
    issues.flatMap(({ pointer, found, allowed }) => {
      const index = /\/entries\/(\d+)/.exec(pointer)?.[1];
      const source = index === undefined ? undefined : from[Number(index)];
      return source === undefined ? [] : [[source, `${found}; allowed: ${allowed}`] as const];
    }),
  );
}
