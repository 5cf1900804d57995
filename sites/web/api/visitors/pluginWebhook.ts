/**
 * Plugins' webhooks, `/api/plugins/{plugin}/webhooks/...`. Services call them, so no login, cookie or origin counts. The
 * body passes to the workspace as it came, because the service signed exactly these bytes.
 */
import { HTTP_HEADER_MAX_CHARS } from "../../../../manifests/bounds/bridge.ts";
import { WEBHOOK_BODY_MAX_BYTES, WEBHOOK_REQUEST_HEADERS_MAX } from "../../../../manifests/bounds/calls.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { isHeaderName } from "../../../../manifests/shapes/headerName.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { clientDigest } from "../../../platform/login/clientDigest.ts";
import { writtenAnswer } from "../../http/answers.ts";
import { readSentText } from "../../intake/body.ts";
import { PUBLIC } from "../../powers/powers.ts";
import { locate, type Incoming } from "../pipeline/pipeline.ts";
import { cutOff, pluginAddress } from "./pluginAddress.ts";

export async function pluginWebhook(incoming: Incoming): Promise<Response> {
  const {
    request,
    env,
    place: { route },
  } = await locate(incoming);
  const { plugin, path } = pluginAddress(new URL(request.url).pathname);
  if (request.method !== "POST") throw new Refusal("METHOD_NOT_ALLOWED", { allowed: ["POST"] });
  const text = await readSentText(request, WEBHOOK_BODY_MAX_BYTES);
  const client = await clientDigest(env, "webhook-unsigned", request.headers);
  const asked = { plugin, path, client, text, headers: headersOf(request) };
  const asking = env.WORKSPACES.of(route, PUBLIC).pluginWebhook(route.site, asked);
  const { status, json } = expectValue(await asking.catch((error) => cutOff(error, plugin)));
  return writtenAnswer(status, json);
}

/** Headers that are credentials for this site. No signature stands in them. */
const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "x-api-key"]);

/** The headers that a service may sign or fill: none of the connection, of proxies, of browsers or with credentials. */
const headersOf = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name, value]) => isHeaderName(name) && !CREDENTIALS.has(name) && value.length <= HTTP_HEADER_MAX_CHARS)
      .slice(0, WEBHOOK_REQUEST_HEADERS_MAX),
  );
