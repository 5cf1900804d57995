/**
 * Node's HTTP for this program. A plain import of `node:http` would also load Node's `fetch` and WebSocket. They take
 * 14 MB and a tenth of a start, and most runs need neither.
 */
export const { Agent, createServer, METHODS, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule("node:http");
