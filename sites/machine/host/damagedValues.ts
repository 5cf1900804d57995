import { text } from "node:stream/consumers";
import type { Service } from "./hostServices.ts";

/** Receives the keys of damaged values from the public store. */
export const damagedValues =
  (onDamage: (key: string) => void): Service =>
  async (request, response) => {
    onDamage(await text(request));
    response.writeHead(204).end();
  };
