import * as z from "zod/mini";

const shape = z.object({ created: z.literal(false) });

/** True for the answer of an upload whose bytes the site had already. */
export const wasKnown = (answer: unknown): boolean => shape.safeParse(answer).success;
