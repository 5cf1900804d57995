/** A site in English at acme.example, in German at werft.example, and in Arabic below /ar. */
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { setAddress } from "../../../runtime/tenancy/siteAddress.ts";
import { initialiseInput, SITE, type World, worldBegunBy } from "../kernel/world.ts";
import { LANGUAGE_PACK, LANGUAGES, siteInLanguages } from "./languagesWorld.ts";

export const HOST = "werft.example";
export const HOSTNAMES = ["acme.example", HOST, "old.example"];

export const WITH_HOST: NonNullable<Settings["languages"]> = LANGUAGES.map((one) =>
  one.tag === "de" ? { ...one, hostname: HOST } : one,
);

export function hostsWorld(
  hostnames: readonly string[] = HOSTNAMES,
  more: Partial<Settings> = {},
  pages?: Parameters<typeof siteInLanguages>[0],
  pack = LANGUAGE_PACK,
): Promise<World> {
  const document = siteInLanguages(pages, { languages: WITH_HOST, ...more });
  return worldBegunBy([initialiseInput(document, { hostnames })], pack);
}

/** The answer for a visitor of a hostname. It is the main one if none is given. */
export async function visit(world: World, path: string, host = "", query = "", reader = "") {
  const { status, headers, body } = await world.kernel.serve(SITE, path, null, { host, query, reader });
  return { status, location: headers["Location"], headers, html: body ?? "" };
}

export const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to = ""]) => to);

/** The control plane gives the site other hostnames, and the clock runs. */
export async function withHostnames(world: World, hostnames: readonly string[]): Promise<void> {
  setAddress({ ...world.kernel, powers: world.powers }, SITE, "https://acme.example", hostnames);
  await world.kernel.chores.run();
}
