/** Connections to the workers that deliver an answer even if the workers did not read the whole request. */
import type { AgentOptions } from "node:http";
import { Socket, type TcpNetConnectOpts } from "node:net";
import { Agent } from "../process/http.ts";

type Written = (error?: Error | null) => void;

/** Errors of a write on a connection that the other side has closed. */
const CLOSED: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET"]);

/**
 * A connection that stays readable after a failed write. A worker that refuses a large body answers and closes the
 * connection without reading the rest. The next write then fails before Node has read the answer, which Node would
 * drop. The end of the connection ends the request in any case.
 */
class PatientSocket extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, written: Written): void {
    super._write(chunk, encoding, patient(written));
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], written: Written): void {
    super._writev?.(chunks, patient(written));
  }
}

const patient =
  (written: Written): Written =>
  (error) =>
    written(CLOSED.has((error as NodeJS.ErrnoException | null | undefined)?.code ?? "") ? null : error);

/** Keeps connections to the workers for further requests. */
export class WorkersAgent extends Agent {
  constructor(options: AgentOptions = {}) {
    super({ keepAlive: true, ...options });
  }

  override createConnection(options: TcpNetConnectOpts): Socket {
    return new PatientSocket().connect(options);
  }
}
