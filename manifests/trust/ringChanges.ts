/** The JSON of a keyring's changes, as the control plane stores it and a workspace caches it. */
import * as z from "zod/mini";
import type { RingChanges } from "./keyring.ts";

const shape = z.strictObject({ added: z.array(z.unknown()), revoked: z.record(z.string(), z.int()) });

export const ringChangesIn = (text: string): RingChanges => shape.parse(JSON.parse(text));
