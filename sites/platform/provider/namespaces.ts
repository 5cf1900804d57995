/** Dispatch namespaces, which hold one worker for each tenant. */
import * as z from "zod/mini";
import { type Address, type ListAddress, path } from "./address.ts";

const namespace = z.object({ namespace_name: z.string(), trusted_workers: z.optional(z.boolean()) });

/** Fails with code 10121 if the account is not entitled to dispatch namespaces. */
export const dispatchNamespaces = (account: string): ListAddress<z.infer<typeof namespace>> => ({
  method: "GET",
  path: path`/accounts/${account}/workers/dispatch/namespaces`,
  row: namespace,
});

export const dispatchNamespaceOf = (account: string, name: string): Address<z.infer<typeof namespace>> => ({
  method: "GET",
  path: path`/accounts/${account}/workers/dispatch/namespaces/${name}`,
  shape: namespace,
  isAbout: ({ namespace_name }) => namespace_name === name,
});
