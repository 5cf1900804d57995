/** A file in the place of files for readers, for a visitor who gets it. */
import { expectValue } from "../../../runtime/commands/answer.ts";
import { memberAt } from "../auth/member.ts";
import { PLATFORM, PUBLIC, audienceOf } from "../powers/powers.ts";
import { draftResponse } from "./draft.ts";
import type { MediaName } from "./mediaName.ts";
import { readerSecret } from "./reader.ts";
import type { Visit } from "./visit.ts";

type Answering = (visit: Visit, name: MediaName) => Promise<Response | undefined>;

/** The file, or the page in front of it. Undefined if the site has no such file. */
export async function keptFile(visit: Visit, name: MediaName, answer: Answering): Promise<Response | undefined> {
  const { env, request, route } = visit;
  const asked = { digest: name.digest, name: name.name, login: readerSecret(request) };
  const verdict = expectValue(await env.WORKSPACES.of(route, PUBLIC).read("reader.file", route.site, asked));
  if (verdict.for === "nobody") return undefined;
  if (verdict.for === "others" && !(await isMembers(visit, name))) return draftResponse(visit, verdict.door);
  const kept = verdict.for === "everybody" ? "for_everybody" : "for_reader";
  return answer(asWorker(visit), { ...name, kept });
}

/** Members see the files of their site in the editor and in drafts. */
async function isMembers({ request, env, route }: Visit, { digest }: MediaName): Promise<boolean> {
  const member = await memberAt(request, env, route);
  if (!member) return false;
  return (await env.WORKSPACES.of(route, audienceOf(member)).read("media.file", route.site, { media: digest })).ok;
}

/** The same visit, whose files the worker reads on its own behalf. Nobody reads the place of files for readers on a visitor's. */
const asWorker = (visit: Visit): Visit => ({
  ...visit,
  env: { ...visit.env, MEDIA: { of: (place) => visit.env.MEDIA.of(place, PLATFORM) } },
});
