import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { CHALLENGE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";

/** The path of a challenge, and its token (RFC 8555, 8.3): letters, digits, `-` and `_` alone. */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/;

/**
 * Answers the proof of a name that a certificate authority asks for by plain http, if a program for certificates put it
 * into the folder. False for any other request.
 */
export function answersChallenge(
  folder: string | undefined,
  { method, socket }: IncomingMessage,
  path: string,
  response: ServerResponse,
): boolean {
  const token = CHALLENGE.exec(path)?.[1];
  const isAsked = folder !== undefined && token !== undefined && (method === "GET" || method === "HEAD");
  const proof = isAsked && !("encrypted" in socket) ? proofIn(join(folder, token)) : undefined;
  if (proof === undefined) return false;
  response.writeHead(200, {
    "content-type": "application/octet-stream",
    "content-length": proof.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(method === "HEAD" ? undefined : proof);
  return true;
}

/** Reads a proof. A link, a folder or a larger file is none. */
function proofIn(path: string): Buffer | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = fstatSync(file);
      return found.isFile() && found.size <= CHALLENGE_MAX_BYTES ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
