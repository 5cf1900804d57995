/**
 * Asks a granted host for a frame, at `/api/plugins/{plugin}/frames?url=`. Only the script of a page of this site asks.
 * Nothing of the visitor's request goes on, and the answer is a text in JSON, which no browser shows as a page.
 */
import { HTTP_TIMEOUT_MS } from "../../../../manifests/bounds/bridge.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { FRAME_ANSWER_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { json } from "../../http/answers.ts";
import { PUBLIC } from "../../powers/powers.ts";
import { visitorOrigin } from "../../http/visitorOrigin.ts";
import { fetchBounded } from "../indexes/reach.ts";
import { locate, type Incoming } from "../pipeline/pipeline.ts";
import { pluginAddress } from "./pluginAddress.ts";

/** A browser tells that a script of this site's own page asks, and not a person, another site or a program. */
const isOfOwnPage = (headers: Headers, origin: string): boolean =>
  headers.get("sec-fetch-site") === "same-origin" &&
  headers.get("sec-fetch-dest") === "empty" &&
  visitorOrigin(headers, origin) === "same";

export async function pluginFrame(incoming: Incoming): Promise<Response> {
  const {
    request,
    env,
    place: { route, origin },
  } = await locate(incoming);
  const { pathname, searchParams } = new URL(request.url);
  const { plugin, path } = pluginAddress(pathname);
  if (path !== "/") throw new Refusal("NOT_FOUND");
  if (request.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allowed: ["GET"] });
  if (!isOfOwnPage(request.headers, origin)) throw new Refusal("ORIGIN_MISMATCH");
  const client = await clientDigest(env, "plugin-visitor", request.headers);
  const { hosts } = expectValue(
    await env.WORKSPACES.of(route, PUBLIC).read("frame.hosts", route.site, { plugin, client }),
  );
  return json(200, { text: await asked(searchParams.get("url") ?? "", new Set(hosts)) });
}

async function asked(url: string, hosts: ReadonlySet<string>): Promise<string> {
  const host = url.length > LINK_MAX_CHARS ? undefined : URL.parse(url)?.hostname;
  if (host === undefined || !hosts.has(host)) throw refusedAddress();
  const late = AbortSignal.timeout(HTTP_TIMEOUT_MS);
  const fetched = await fetchBounded(url, {
    hosts,
    maxBytes: FRAME_ANSWER_MAX_BYTES,
    late,
    fetch: (at, init) => fetch(at, init),
  });
  if (fetched.ok) return new TextDecoder().decode(fetched.value);
  const { reason } = fetched.error;
  if (reason === "redirected") throw refusedAddress();
  throw new Refusal("UNAVAILABLE", { reason: `The host gave no answer that a frame may have: ${reason}.` });
}

const refusedAddress = (): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/url", found: "an address", allowed: "an https address of a host that an owner granted" }],
  });
