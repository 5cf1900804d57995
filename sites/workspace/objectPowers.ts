import type { Powers, Sql, SqlValue } from "../../runtime/powers.ts";

/** The kernel's powers inside a Durable Object. */
export function objectPowers(storage: DurableObjectStorage): Powers {
  return {
    sql: objectSql(storage),
    now: () => Date.now(),
    timestamp: (ms) => new Date(ms).toISOString(),
    newId: () => crypto.randomUUID(),
    digest: sha256Hex,
    sha256: (bytes) => crypto.subtle.digest("SHA-256", bytes),
  };
}

function objectSql(storage: DurableObjectStorage): Sql {
  let depth = 0;
  return {
    all<Row extends object>(query: string, ...values: SqlValue[]): Row[] {
      return storage.sql.exec(query, ...values).toArray() as Row[];
    },
    atomically<T>(action: () => T): T {
      if (depth > 0) return action();
      depth += 1;
      try {
        return storage.transactionSync(action);
      } finally {
        depth -= 1;
      }
    },
    bytes: () => storage.sql.databaseSize,
  };
}

const encoder = new TextEncoder();

async function sha256Hex(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
