import { AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS } from "../../../../manifests/bounds/agents.ts";
import { readBytes } from "../../../requests/bytes.ts";

/** Reads a body with a size limit and a deadline. The library alone would wait as long as the client likes. */
export const received = ({ body }: Request): Promise<Uint8Array> =>
  readBytes(body, AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS);

/** A copy of the request with a body that was read already. */
export const carrying = ({ url, method, headers }: Request, body: Uint8Array): Request =>
  new Request(url, { method, headers, body: body as BodyInit });
