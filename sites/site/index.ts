import { api } from "./api/index.ts";
import type { Env } from "./env.ts";
import { answerVisit } from "./public/answerVisit.ts";
import { hit } from "./public/hit.ts";

const API = /^https?:\/\/[^/]+\/api(?:[/?]|$)/;

/** The site worker: what visitors read, from the cache when it can, and the API. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const cached = await hit(request);
    if (cached) return cached;
    return API.test(request.url) ? api.fetch(request, env, ctx) : answerVisit(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
