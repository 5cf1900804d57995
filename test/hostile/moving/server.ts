import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A host with pictures that do harm, and with further answers by their paths. */
export async function startServer(
  more: Readonly<Record<string, string | Uint8Array | { readonly to: string }>> = {},
): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((request, response) => {
    const answers: Readonly<Record<string, () => void>> = {
      "/inside": () => response.writeHead(302, { location: "http://inside.example/secret" }).end(),
      "/round": () => response.writeHead(302, { location: "/round" }).end(),
      "/large": () => {
        response.writeHead(200);
        const piece = Buffer.alloc(1024 * 1024);
        const send = (): void => {
          if (!response.destroyed) response.write(piece, send);
        };
        send();
      },
      "/fine": () => response.writeHead(200).end("fine"),
    };
    const { url = "" } = request;
    const given = more[url];
    if (given !== undefined && typeof given === "object" && "to" in given)
      return void response.writeHead(302, { location: given.to }).end();
    if (given !== undefined) return void response.writeHead(200).end(given);
    (answers[url] ?? (() => response.writeHead(404).end()))();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
