import { AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS } from "../../../manifests/bounds.ts";
import { readBytes } from "../../shared/bytes.ts";

/** What somebody sends to the authorization server. Whatever else reads a body waits for it as long as its sender likes. */
export const received = ({ body }: Request): Promise<Uint8Array> => readBytes(body, AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS);

/** The same request with what has come of it. */
export const carrying = ({ url, method, headers }: Request, body: Uint8Array): Request => new Request(url, { method, headers, body: body as BodyInit });
