import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { MCP_TEXT_MAX_CHARS } from "../../manifests/bounds/agents.ts";
import { Refusal, refusalText } from "../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../manifests/visible.ts";

/** Protocol errors with words for the agent. */

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

export function unknown(what: string): never {
  throw invalid(`There is no ${what} with that name.`);
}

/** Refuses a cursor for a list that has only one page. */
export function noCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw invalid("The cursor is not valid for this list. Ask again without a cursor.");
}

/** Refuses a text longer than any that we give to agents. */
export function short(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MCP_TEXT_MAX_CHARS) return text;
  throw invalid(`A value is longer than ${MCP_TEXT_MAX_CHARS} characters.`);
}

/** The error for a client. A client sees only messages that were written for it; any other error goes to the log. */
export function protocolErrorOf(
  error: unknown,
  record: { readonly event: string; readonly requestId?: string },
): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof Refusal) {
    const { reason } = error.detail;
    return invalid(typeof reason === "string" ? reason : refusalText(error.code));
  }
  console.error(visibleJson({ ...record, error: String(error) }));
  return new ProtocolError(ProtocolErrorCode.InternalError, refusalText("INTERNAL"));
}
