import { canvasFile, canvasPath } from "../hosting/editor/canvas/files.ts";
import type { ManagedEnv } from "./dataPath.ts";

const CANVAS = new URLPattern({ pathname: canvasPath(":name") });

/** Sends a request on as it is: the dispatcher finds the tenant by the hostname. The editor's own files are here. */
export function forward(request: Request, { TENANT_DISPATCH: dispatcher, ASSETS }: ManagedEnv): Promise<Response> {
  const name = request.method === "GET" ? CANVAS.exec(request.url)?.pathname.groups["name"] : undefined;
  return ASSETS && name !== undefined ? canvasFile({ ASSETS }, name) : dispatcher.fetch(request);
}
