import { builtFile, builtPath } from "../../editor/pages/drawing/builtFiles.ts";
import type { ManagedEnv } from "./dataPath.ts";

const CANVAS = new URLPattern({ pathname: builtPath(":name") });

/**
 * Forwards a request unchanged, so that the dispatcher finds the tenant by the hostname. Files of the editor's scripts
 * are served here.
 */
export function forward(request: Request, { TENANT_DISPATCH: dispatcher, ASSETS }: ManagedEnv): Promise<Response> {
  const name = request.method === "GET" ? CANVAS.exec(request.url)?.pathname.groups["name"] : undefined;
  return ASSETS && name !== undefined ? builtFile({ ASSETS }, name) : dispatcher.fetch(request);
}
