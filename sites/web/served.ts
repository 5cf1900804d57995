import { api } from "./api/index.ts";
import type { Env } from "./powers/env.ts";
import { refusePlainHttp } from "./http/plainHttp.ts";
import { hostRouteOf } from "./names/routing.ts";
import { answerVisit } from "./public/answerVisit.ts";
import { hit } from "./public/hit.ts";
import { handOn } from "./visits/handOn.ts";
import { type CountingWith, WorkerVisits } from "./visits/visits.ts";

const EDITOR = /^https?:\/\/[^/]+\/_editor(?:[/?]|$)/;
const API = /^https?:\/\/[^/]+\/api(?:[/?]|$)/;

const visits = new WorkerVisits(Date.now, (ms) => scheduler.wait(ms));

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
  if (API.test(request.url)) return api.fetch(request, powers(), ctx);
  if (EDITOR.test(request.url)) return editor.fetch(request, powers(), ctx);
  const counting: CountingWith = {
    ctx,
    isServed: async (hostname) => (await hostRouteOf(hostname, powers(), ctx)) !== undefined,
    handOn: (counts) => handOn(counts, powers(), ctx),
  };
  const answer =
    (await hit(request)) ?? (await visits.reported(request, counting)) ?? (await answerVisit(request, powers(), ctx));
  visits.answered(request, answer, counting);
  return answer;
}
