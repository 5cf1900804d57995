/** The hostnames of a site, with those of the draft's languages. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { publicPlace } from "../../../../runtime/documents/content/languageHosts.ts";
import type { OwnHosts } from "../../../../runtime/documents/hostRedirects.ts";
import type { Desk } from "../desk/desk.ts";

export async function ownHostsOf({ workspace, member, context: { hostnames } }: Desk): Promise<OwnHosts> {
  const { body } = expectValue(await workspace.read("settings", member.site));
  return { hostnames, place: publicPlace(body, { origin: `https://${hostnames[0] ?? ""}`, hostnames }) };
}
