import { sha256Hex } from "../../../platform/keys/digest.ts";
import { timeOrderedId } from "../../../platform/keys/timeOrderedId.ts";
import { hexOf } from "../../../../manifests/bytes/hex.ts";
import { rememberingReads } from "../../../../runtime/database/rememberedReads.ts";
import type { Powers, Sql, SqlValue } from "../../../../runtime/powers/powers.ts";

/** The kernel's powers inside a Durable Object. */
export function objectPowers(storage: DurableObjectStorage): Powers {
  return {
    sql: rememberingReads(objectSql(storage)),
    now: () => Date.now(),
    timestamp: (ms) => new Date(ms).toISOString(),
    newId: () => crypto.randomUUID(),
    newIdAt: timeOrderedId,
    digest: sha256Hex,
    sign: hmacHex,
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

async function hmacHex(secret: string | Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const bytes = typeof secret === "string" ? encoder.encode(secret) : secret;
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hexOf(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}
