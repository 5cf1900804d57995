import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { HOST_SECRET_HEADER, HOST_SERVICE_HEADER, type HostServices } from "../runner/runtimeConfig.ts";
import { createServer } from "../process/http.ts";

/** The time in milliseconds for which an idle connection stays open. workerd closes its own ones earlier. */
const IDLE_MS = 60_000;

export type Service = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The services for the workers, on a loopback port that requires a secret. */
export interface RunningServices extends HostServices {
  stop(): Promise<void>;
}

export async function startHostServices(services: Readonly<Record<string, Service>>): Promise<RunningServices> {
  const secret = randomBytes(32).toString("base64url");
  const server = createServer(
    { keepAlive: true, noDelay: true, requestTimeout: 0, keepAliveTimeout: IDLE_MS, requireHostHeader: false },
    (request, response) => {
      response.on("error", () => undefined);
      const service = isOurs(request, secret) ? services[String(request.headers[HOST_SERVICE_HEADER])] : undefined;
      if (!service) return void response.writeHead(404).end();
      void service(request, response).catch(() => response.destroy());
    },
  );
  const port = await listen(server);
  return { address: `${ADDRESS}:${port}`, secret, stop: () => stopListening(server) };
}

function isOurs({ headers }: IncomingMessage, secret: string): boolean {
  const given = Buffer.from(String(headers[HOST_SECRET_HEADER] ?? ""));
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
