/** A site's plugin indexes, as its API lists them. */
import type { IndexClaim } from "../../../manifests/distribution/claims.ts";
import type { Outcome } from "../command/command.ts";
import { printable } from "../site/problem.ts";
import type { SiteSession } from "../site/session.ts";

interface IndexView {
  readonly name: string;
  readonly version: number | null;
  readonly refusal: { readonly reason: string; readonly detail: string } | null;
}

export interface Indexes {
  readonly indexes: readonly IndexView[];
  readonly items: readonly IndexClaim[];
  readonly total: number;
  readonly outdated: readonly {
    readonly plugin: string;
    readonly installed: string;
    readonly waiting: string | null;
    readonly newest: string;
    readonly index: string;
  }[];
  readonly rivals: readonly IndexClaim[];
}

export const fetchIndexes = (session: SiteSession, text = ""): Promise<Indexes> =>
  session.get(`/api/plugin-indexes${text === "" ? "" : `?${new URLSearchParams({ text })}`}`);

export const claimLine = ({ plugin, index, name, versions: [newest = "withdrawn"] }: IndexClaim): string =>
  printable(`${plugin.padEnd(28)} ${newest.padEnd(12)} ${index.padEnd(16)} ${name}`);

/** Lists the indexes whose last version the site refused, and other indexes that list an installed plugin. */
export const indexTalk = ({ indexes, rivals }: Indexes): string[] =>
  [
    ...(indexes.length === 0 ? ["The operator has not added an index."] : []),
    ...indexes.flatMap(({ name, refusal }) =>
      refusal ? [`The index ${name} was refused (${refusal.reason}: ${refusal.detail}).`] : [],
    ),
    ...rivals.map(
      ({ plugin, index, publisher }) =>
        `${index} claims ${plugin} for the key ${publisher}, but the site has the plugin from elsewhere. The claim is ignored.`,
    ),
  ].map(printable);

export const takenBy = ({ indexes }: Indexes): Pick<Outcome, "ok"> => ({
  ok: indexes.every(({ refusal }) => refusal === null),
});
