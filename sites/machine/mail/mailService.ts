import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { MAIL_MAX_BYTES, MAIL_SEND_MS } from "../../../manifests/bounds/forms.ts";
import { type Mail, readyLetterShape } from "../../../runtime/mail/power.ts";
import { boundedBody } from "../process/boundedBody.ts";
import { ADDRESS, listen, stopListening } from "../process/listening.ts";
import { createServer } from "../process/http.ts";

/** The address at which the workers' process gives letters to the mail server of this machine. */
export interface MailAddress extends AsyncDisposable {
  readonly address: string;
}

/** Serves it at a secret address, so that no other user of the machine sends letters. */
export async function serveMail(mail: Mail): Promise<MailAddress> {
  const path = `/${randomBytes(32).toString("base64url")}`;
  const server = createServer((request, response) => {
    const isHere = request.method === "POST" && request.url === path;
    void (isHere ? taken(mail, request, response) : Promise.reject(new Error("unknown address"))).catch(() => {
      if (!response.headersSent) response.writeHead(isHere ? 400 : 404, { connection: "close" });
      response.end();
    });
  });
  const port = await listen(server);
  return { address: `http://${ADDRESS}:${port}${path}`, [Symbol.asyncDispose]: () => stopListening(server) };
}

async function taken(mail: Mail, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await boundedBody(request, MAIL_MAX_BYTES);
  if (body === undefined) throw new RangeError("longer than a letter");
  const letter = readyLetterShape.parse(JSON.parse(body.toString("utf8")));
  const outcome = await mail.send(letter, AbortSignal.timeout(MAIL_SEND_MS));
  response.writeHead(200, { "content-type": "application/json", connection: "close" }).end(JSON.stringify(outcome));
}
