import type { World } from "./world.ts";

/** A page whose id and path end in 0, and what its copies have as a body, in SQL that may name the copy's number. */
interface Original {
  readonly id: string;
  readonly path: string;
  readonly body?: string;
}

/**
 * Stores copies of a page of the draft, with the numbers from 1 on in place of the 0. Commands could not store so many
 * in the time of a test.
 */
export function copyPage({ powers: { sql } }: World, { id, path, body = "body" }: Original, count: number): void {
  const names = sql.all<{ name: string }>("SELECT name FROM pragma_table_info('documents')").map(({ name }) => name);
  const numbered = (text: string): string => `'${text.slice(0, -1)}' || value`;
  const other: Readonly<Record<string, string>> = {
    id: numbered(id),
    path: numbered(path),
    body: `replace(${body}, '"${path}"', '"${path.slice(0, -1)}' || value || '"')`,
  };
  const copied = names.map((name) => other[name] ?? `documents.${name}`);
  sql.all(
    `INSERT INTO documents (${names.join()}) SELECT ${copied.join()} FROM documents,
       (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?) SELECT value FROM n)
     WHERE documents.kind = 'page' AND documents.id = ?`,
    count,
    id,
  );
}
