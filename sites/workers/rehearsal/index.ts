import type { Env } from "./env.ts";

export { RehearsalDO } from "./rehearsalObject.ts";

/** Routes `/<name of a rehearsal>/<verb>` to the Durable Object of that name. */
export default {
  fetch(request: Request, { REHEARSAL }: Env): Promise<Response> {
    const [, name = ""] = new URL(request.url).pathname.split("/");
    return REHEARSAL.get(REHEARSAL.idFromName(name)).fetch(request);
  },
} satisfies ExportedHandler<Env>;
