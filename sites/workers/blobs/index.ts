import { BLOBS_KNOWN_MAX } from "../../../manifests/bounds/operators.ts";

interface Service {
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
}

interface Env {
  /** The folder of one kind of store. */
  readonly DISK: Service;
  /** The program that syncs files and compares them with their digests. */
  readonly HOST: Service;
  /** The folder's name. */
  readonly STORE: string;
}

/** Files that this process wrote, or that the program found sound. The program answers for all others. */
const known = new Set<string>();

function know(file: string): void {
  if (known.size >= BLOBS_KNOWN_MAX) known.clear();
  known.add(file);
}

type Answering = (request: Request, env: Env, file: string) => Promise<Response>;

/** The simulators ignore the status of a write, so each failure must throw. */
async function store(request: Request, { DISK, HOST }: Env, file: string): Promise<Response> {
  const written = await DISK.fetch(request);
  if (!written.ok) throw new Error(`The file ${file} was not written (${written.status}).`);
  const synced = await HOST.fetch(`http://blobs/${file}`, { method: "PUT" });
  if (!synced.ok) throw new Error(`The file ${file} was not synced (${synced.status}).`);
  know(file);
  return written;
}

async function read(request: Request, { DISK, HOST }: Env, file: string): Promise<Response> {
  if (!known.has(file)) {
    const { status } = await HOST.fetch(`http://blobs/${file}`);
    if (status === DAMAGED) return new Response(null, { status: 404 });
    if (status !== SOUND) throw new Error(`The file ${file} was not compared with its digest (${status}).`);
    know(file);
  }
  return DISK.fetch(request);
}

const SOUND = 204;
const DAMAGED = 410;

async function remove(request: Request, { DISK }: Env, file: string): Promise<Response> {
  known.delete(file);
  return DISK.fetch(request);
}

const ANSWERS: Readonly<Record<string, Answering>> = { PUT: store, GET: read, HEAD: read, DELETE: remove };

/** Lets no file be acknowledged before it is on the disk, and none be read that has lost its digest. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const answer = ANSWERS[request.method];
    const { pathname } = new URL(request.url);
    return answer ? answer(request, env, `${env.STORE}${pathname}`) : new Response(null, { status: 405 });
  },
};
