/** A mail server for tests alone. It delivers nothing: it keeps what it got, and lies or hangs if a test wants that. */
import { once } from "node:events";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { TLSSocket, createSecureContext, createServer as createTlsServer } from "node:tls";
import { selfSigned } from "./certificate.ts";

export interface SmtpBehaviour {
  /** True: TLS from the first byte, as on port 465. */
  readonly isTlsFirst?: boolean;
  /** False: the server announces no STARTTLS. */
  readonly hasStartTls?: boolean;
  /** Replaces the answer to a command, such as `RCPT`. `hang`: none ever comes. */
  readonly says?: Readonly<Record<string, string>>;
  /** Milliseconds before each answer of a server with TLS from the start. */
  readonly pauseMs?: number;
}

export interface SmtpServer extends AsyncDisposable {
  readonly port: number;
  /** The certificate, which a client must trust. */
  readonly cert: string;
  /** All lines that clients sent without TLS. */
  readonly plain: string[];
  /** All lines that clients sent. */
  readonly lines: string[];
  /** Whole messages, with their headers. */
  readonly messages: string[];
  /** Connections that are open now. */
  open(): number;
}

const HANG = "hang";

/** Starts the server on a free port of this machine. */
export async function smtpServer({
  isTlsFirst = false,
  hasStartTls = true,
  says = {},
  pauseMs = 0,
}: SmtpBehaviour = {}): Promise<SmtpServer> {
  const { key, cert } = selfSigned();
  const [plain, lines, messages, sockets]: [string[], string[], string[], Set<Socket>] = [[], [], [], new Set()];
  const talk = (socket: Socket, isSecure: boolean, isGreeting = true): void => {
    let [text, message]: [string, string | undefined] = ["", undefined];
    const answer = (command: string, otherwise: string): void => {
      const said = says[command] ?? otherwise;
      if (said === HANG) return;
      if (pauseMs === 0) socket.write(`${said}\r\n`);
      else setTimeout(() => socket.writable && socket.write(`${said}\r\n`), pauseMs);
    };
    const upgrade = (): void => {
      socket.removeAllListeners("data");
      talk(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) }), true, false);
    };
    /** A line of a message that is being sent. */
    const gather = (line: string, before: string): void => {
      message = line === "." ? undefined : `${before}${line}\n`;
      if (line !== ".") return;
      messages.push(before);
      answer(".", "250 taken");
    };
    const obey = (line: string): void => {
      lines.push(line);
      if (!isSecure) plain.push(line);
      const command = (line.split(/[ :]/)[0] ?? "").toUpperCase();
      const said = says[command] ?? answers(isSecure, hasStartTls)[command] ?? "250 fine";
      answer(command, said);
      if (command === "STARTTLS" && said.startsWith("220")) upgrade();
      if (command === "DATA" && said.startsWith("354")) message = "";
    };
    const take = (line: string): void => (message === undefined ? obey(line) : gather(line, message));
    socket.on("error", () => undefined);
    socket.on("data", (data: Buffer) => {
      text += data.toString("utf8");
      for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        take(line);
      }
    });
    if (isGreeting) answer("greeting", "220 localhost test server");
  };
  const accept = (socket: Socket): void => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    talk(socket, isTlsFirst);
  };
  const server: Server = isTlsFirst ? createTlsServer({ key, cert }, accept) : createServer(accept);
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cert,
    plain,
    lines,
    messages,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const answers = (isSecure: boolean, hasStartTls: boolean): Readonly<Record<string, string>> => ({
  EHLO: `250-localhost${hasStartTls && !isSecure ? "\r\n250-STARTTLS" : ""}\r\n250 AUTH PLAIN`,
  STARTTLS: hasStartTls ? "220 go on" : "502 what",
  AUTH: "235 welcome",
  DATA: "354 go on",
  QUIT: "221 bye",
});
