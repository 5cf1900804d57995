/** Secrets that the store keeps by their digest alone. */
import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

export const newAccountSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** SHA-256 suffices, because every secret has at least 117 random bits: nobody can try them all. */
export const secretDigest = (secret: string): string => createHash("sha256").update(secret).digest("hex");
