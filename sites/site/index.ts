import { api } from "../hosting/api/index.ts";
import { editor } from "../hosting/editor/index.ts";
import type { SiteEnv } from "./env.ts";
import { answerVisit } from "../hosting/public/answerVisit.ts";
import { hostingOf } from "./powers.ts";
import { refusePlainHttp } from "../hosting/plainHttp.ts";
import { hit } from "../hosting/public/hit.ts";

const EDITOR = /^https?:\/\/[^/]+\/_editor(?:[/?]|$)/;
const API = /^https?:\/\/[^/]+\/api(?:[/?]|$)/;

/** The site worker: what visitors read, from the cache when it can, the API, and the editor. */
export default {
  async fetch(request: Request, bindings: SiteEnv, ctx: ExecutionContext): Promise<Response> {
    const refused = refusePlainHttp(request, API.test(request.url));
    if (refused) return refused;
    const cached = await hit(request);
    if (cached) return cached;
    const env = hostingOf(bindings);
    if (API.test(request.url)) return api.fetch(request, env, ctx);
    return EDITOR.test(request.url) ? editor.fetch(request, env, ctx) : answerVisit(request, env, ctx);
  },
} satisfies ExportedHandler<SiteEnv>;
