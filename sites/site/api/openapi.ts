import description from "../openapi.generated.json";
import { written } from "../answers.ts";

const text = JSON.stringify(description);

/** What members of a site can do, for whoever writes a program for them. The same for every site, and no secret. */
export const openapi = (): Response => written(200, text);
