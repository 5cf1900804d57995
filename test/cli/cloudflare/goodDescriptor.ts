/** A valid descriptor of an invented deployment. */
import type { Descriptor } from "../../../sites/cli/cloudflare/descriptor/descriptor.ts";

export const GOOD = {
  schemaVersion: 1,
  d1: { databaseName: "harbour", databaseId: "8f14e45f-ceea-4e7a-9c2b-3d1f0a6b5c4d" },
  kv: {
    publicContentId: "0f2ac74b498b48028cb68387c421e279",
    oauthId: "1f2ac74b498b48028cb68387c421e279",
    authStateId: "2f2ac74b498b48028cb68387c421e279",
  },
  r2: { mediaBucket: "harbour-media", backupsBucket: "harbour-backups" },
  queues: { publish: "harbour-publish", deadLetter: "harbour-dead-letter" },
  oauth: {
    issuer: "https://login.harbour-sites.com",
    authorizationEndpoint: "https://login.harbour-sites.com/authorize",
    tokenEndpoint: "https://login.harbour-sites.com/token",
    userinfoEndpoint: "https://login.harbour-sites.com/userinfo",
    siteClientId: "harbour-site",
    privateMcpClientId: "harbour-agents",
  },
  siteOrigin: "https://www.harbour-sites.com",
  privateMcpOrigin: "https://agents.harbour-sites.com",
  publicMcpOrigin: "https://mcp.harbour-sites.com",
  mediaPublicBaseUrl: "https://www.harbour-sites.com/media",
  pluginTrustKeys: [],
  analyticsEngineDataset: "harbour_records",
  visitsDataset: "harbour_visits",
} satisfies Descriptor;

type Json = Record<string, unknown>;

/** A copy with another value at a pointer, or without it. */
export function changed(pointer: string, value: unknown): Json {
  const copy = structuredClone(GOOD) as Json;
  const names = pointer.split("/").slice(1);
  const last = names.pop() ?? "";
  const around = names.reduce<Json>((at, name) => at[name] as Json, copy);
  if (value === undefined) delete around[last];
  else around[last] = value;
  return copy;
}
