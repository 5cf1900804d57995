/** Finds the member of `svc.jsonc` that set an option, so that a refusal names the value's place in the file. */
import { join } from "node:path";
import { encodePointer } from "../../manifests/refusals/pointer.ts";
import { placeIn, type SiteFile } from "../cli/directory/siteFile.ts";
import type { Problem } from "./process/problem.ts";
import type { WrongValue } from "./process/wrongValue.ts";

interface Member {
  readonly at: readonly string[];
  /** Reads the values of a member that is a list. */
  readonly values?: (file: SiteFile) => readonly string[] | undefined;
}

const MEMBERS: Readonly<Record<string, Member>> = {
  plugins: { at: ["plugins"], values: ({ plugins }) => plugins },
  trust: { at: ["trustKeys"], values: ({ trustKeys }) => trustKeys },
  listen: { at: ["serve", "listen"] },
  tls: { at: ["serve", "tls"] },
  origin: { at: ["serve", "origins"], values: ({ serve }) => serve?.origins },
  identity: { at: ["serve", "identity"] },
  "login-origin": { at: ["serve", "loginOrigin"] },
  "trusted-proxy": { at: ["serve", "trustedProxies"], values: ({ serve }) => serve?.trustedProxies },
  "client-address-header": { at: ["serve", "clientAddressHeader"] },
  "public-mcp-origin": { at: ["serve", "publicMcpOrigin"] },
  "private-mcp-origin": { at: ["serve", "privateMcpOrigin"] },
};

/** Names the fault's place in the folder's file. A fault of an option without a member stays as it is. */
export function inSiteFile(fault: WrongValue, folder: string, file: SiteFile): Problem {
  const member = MEMBERS[fault.option];
  if (member === undefined) return fault;
  const index = member.values?.(file)?.findIndex((one) => [one, join(folder, one)].includes(fault.value ?? "")) ?? -1;
  return fault.in(placeIn(folder, encodePointer(index < 0 ? member.at : [...member.at, String(index)])));
}
