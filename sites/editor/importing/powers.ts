import type { Client } from "../api/client.ts";
import type { Importing } from "./importing.ts";

/** The ways of the browser to the site. */
export const rowPowers = (client: Client): Importing["powers"] => ({
  client,
  text: async (address) => {
    const answer = await fetch(address).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  wait: (seconds) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000)),
  newKey: () => crypto.randomUUID(),
});
