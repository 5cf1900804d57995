/** The accounts that a credential reaches, and their zones. */
import * as z from "zod/mini";
import { type ListAddress, path, query } from "./address.ts";

const account = z.object({ id: z.string(), name: z.string() });
const zone = z.object({ id: z.string(), name: z.string() });
const record = z.object({ id: z.string(), name: z.string(), type: z.string() });

export type Account = z.infer<typeof account>;

export const accounts = (): ListAddress<Account> => ({ method: "GET", path: "/accounts?per_page=50", row: account });

/** The zone with exactly this name, if the account has it. */
export const zonesNamed = (accountId: string, name: string): ListAddress<z.infer<typeof zone>> => ({
  method: "GET",
  path: `/zones${query({ name, "account.id": accountId })}`,
  row: zone,
  isAsked: (one) => one.name === name,
});

/** The DNS records of exactly this hostname. */
export const dnsRecordsOf = (zoneId: string, hostname: string): ListAddress<z.infer<typeof record>> => ({
  method: "GET",
  path: `${path`/zones/${zoneId}/dns_records`}${query({ name: hostname })}`,
  row: record,
  isAsked: ({ name }) => name === hostname,
});
