import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { API_DESCRIPTION } from "../../shared/apiDescription.ts";
import type { Env } from "../env.ts";
import { storedFile } from "../storedFile.ts";

/**
 * Answers the description of the members' API. It is the same for every site and holds no secret. It is a static file,
 * because no visitor should wait until a worker has read it.
 */
export async function openapi({ ASSETS }: Pick<Env, "ASSETS">): Promise<Response> {
  const { body, ok, status } = await storedFile(ASSETS, API_DESCRIPTION);
  if (!ok) throw new Error(`the description of the API is not there: ${status}`);
  return new Response(body, { headers: ANSWER_HEADERS.json });
}
