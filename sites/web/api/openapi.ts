import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { API_DESCRIPTION } from "./description/apiDescription.ts";
import type { Env } from "../powers/env.ts";
import { storedFile } from "../powers/storedFile.ts";

/**
 * Answers the description of the members' API, which is the same for every site and contains no secret. It is a static
 * file, so that the worker does not parse it at each start.
 */
export async function openapi({ ASSETS }: Pick<Env, "ASSETS">): Promise<Response> {
  const { body, ok, status } = await storedFile(ASSETS, API_DESCRIPTION);
  if (!ok) throw new Error(`the description of the API is not there: ${status}`);
  return new Response(body, { headers: ANSWER_HEADERS.json });
}
