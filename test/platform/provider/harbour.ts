/** An account with everything that the invented deployment `GOOD` needs, and no deployed worker. */
import { GOOD } from "../../cli/cloudflare/goodDescriptor.ts";
import { type AccountState, emptyAccount } from "../../../sites/machine/provider/state.ts";
import { newDatabase } from "./database.ts";

export function harbour(): AccountState {
  const account = emptyAccount("0123456789abcdef0123456789abcdef", "Harbour");
  account.databases.set(GOOD.d1.databaseId, newDatabase(GOOD.d1.databaseName));
  for (const [title, id] of Object.entries(GOOD.kv)) account.namespaces.set(id, title);
  for (const name of Object.values(GOOD.r2)) account.buckets.add(name);
  account.zones.push({ id: "zone", name: "harbour-sites.com", records: [] });
  return account;
}

const random = (name: string): string => `only-for-tests-${name}-${"0123456789".repeat(3)}`;

/** Different secrets for every worker. */
export const SECRETS = {
  workspace: { PLUGIN_SETTINGS_SECRET: random("settings") },
  site: {
    OAUTH_CLIENT_SECRET: random("client"),
    PROVISIONING_SECRET: random("provisioning"),
    SESSION_SECRET: random("session"),
  },
  "private-mcp": { OAUTH_CLIENT_SECRET: random("agents-client"), SESSION_SECRET: random("agents-session") },
} as const;
