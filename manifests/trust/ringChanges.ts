/** Changes of a keyring as text: how the control plane keeps them, and how a workspace remembers them. */
import * as z from "zod/mini";
import type { RingChanges } from "./keyring.ts";

const shape = z.strictObject({ added: z.array(z.unknown()), revoked: z.record(z.string(), z.int()) });

export const ringChangesIn = (text: string): RingChanges => shape.parse(JSON.parse(text));
