import type { Query } from "../shapes/query.ts";
import { drawnTypes } from "./contentType.ts";
import type { Manifest } from "./manifest.ts";

interface QueriesAt {
  /** JSON pointer of the queries in the manifest. */
  readonly pointer: string;
  readonly queries: Readonly<Record<string, Query>>;
}

/** All queries over pages in a manifest, wherever they stand. */
export const queriesIn = (contributes: Manifest["contributes"]): QueriesAt[] =>
  [
    ...drawnTypes(contributes).map(({ pointer, item }) => ({ pointer, queries: item.queries })),
    ...(contributes.files ?? []).map(({ queries }, index) => ({ pointer: `/contributes/files/${index}`, queries })),
    ...(contributes.mcp?.resources ?? []).map(({ queries }, index) => ({
      pointer: `/contributes/mcp/resources/${index}`,
      queries,
    })),
  ].flatMap(({ pointer, queries }) => (queries ? [{ pointer: `${pointer}/queries`, queries }] : []));
