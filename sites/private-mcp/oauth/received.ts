import { AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS } from "../../../manifests/bounds/agents.ts";
import { readBytes } from "../../shared/bytes.ts";

/** Reads a body with a deadline. The library would wait as long as the sender likes. */
export const received = ({ body }: Request): Promise<Uint8Array> =>
  readBytes(body, AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS);

/** The same request with what has come of it. */
export const carrying = ({ url, method, headers }: Request, body: Uint8Array): Request =>
  new Request(url, { method, headers, body: body as BodyInit });
