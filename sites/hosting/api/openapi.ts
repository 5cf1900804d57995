import description from "../openapi.generated.json";
import { writtenAnswer } from "../answers.ts";

const text = JSON.stringify(description);

/** Answers the description of the members' API. It is the same for every site and holds no secret. */
export const openapi = (): Response => writtenAnswer(200, text);
