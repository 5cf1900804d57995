import { api } from "./api/index.ts";
import type { Env } from "./powers/env.ts";
import { refusePlainHttp } from "./http/plainHttp.ts";
import { answerVisit } from "./public/answerVisit.ts";
import { hit } from "./public/hit.ts";

const EDITOR = /^https?:\/\/[^/]+\/_editor(?:[/?]|$)/;
const API = /^https?:\/\/[^/]+\/api(?:[/?]|$)/;

/** The editor stands on the API, so the worker hands its pages in. */
interface Editor {
  fetch(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response>;
}

/** Answers a request on any hostname: from the cache, the API, the editor, or published content. */
export async function served(
  request: Request,
  powers: () => Env,
  ctx: ExecutionContext,
  editor: Editor,
): Promise<Response> {
  const refused = refusePlainHttp(request, API.test(request.url));
  if (refused) return refused;
  const cached = await hit(request);
  if (cached) return cached;
  if (API.test(request.url)) return api.fetch(request, powers(), ctx);
  return EDITOR.test(request.url) ? editor.fetch(request, powers(), ctx) : answerVisit(request, powers(), ctx);
}
