/**
 * Fetches a file of another host for an import. The address comes from the text of a stranger, so only public hosts
 * are asked. Each name is resolved first, and the connection goes to exactly the address that was judged.
 */
import { lookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import ipaddr from "ipaddr.js";

export interface Network {
  /** The addresses of a name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Judges an address of the machine that a URL names. `first` is the URL that led there, by redirects. */
  readonly isAllowed: (address: string, url: URL, first: URL) => boolean;
}

export const INTERNET: Network = {
  resolve: async (name) => (await lookup(name, { all: true })).map(({ address }) => address),
  // IPv4 inside of IPv6 is judged as IPv4. Whatever has a special use is no public host.
  isAllowed: (address) => ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast",
};

export type Fetched = Uint8Array<ArrayBuffer> | { readonly refused: string };

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_MS = 20_000;
const MOST_HOPS = 5;

export interface FetchingHow {
  /** Judges the address and each one that it leads to. */
  readonly isWanted?: (url: URL) => boolean;
  readonly mostBytes?: number;
}

export async function fetchRemote(
  address: string,
  network: Network = INTERNET,
  { isWanted = () => true, mostBytes = MOST_BYTES }: FetchingHow = {},
): Promise<Fetched> {
  const first = URL.parse(address);
  if (!first) return NO_ADDRESS;
  const bounds = { ends: Date.now() + MOST_MS, mostBytes };
  try {
    let url: URL | null = first;
    for (let hop = 0; hop <= MOST_HOPS; hop++) {
      if (!url) return NO_ADDRESS;
      if (!isWanted(url)) return { refused: `it leads to ${url.host}` };
      const answer: Answer = await fetchOnce(url, first, network, bounds);
      if (!("location" in answer)) return answer;
      url = URL.parse(answer.location, url);
    }
    return { refused: "it was redirected too often" };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

type Answer = Fetched | { readonly location: string };

const NO_ADDRESS = { refused: "its address is no address of the web" };

interface Bounds {
  /** The moment of the clock at which the answer must be complete, in milliseconds. */
  readonly ends: number;
  readonly mostBytes: number;
}

async function fetchOnce(url: URL, first: URL, { resolve, isAllowed }: Network, bounds: Bounds): Promise<Answer> {
  if (url.protocol !== "https:" && url.protocol !== "http:") return NO_ADDRESS;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const found = await resolve(name).catch(() => []);
  const [address] = found;
  if (address === undefined) return { refused: `the name ${name} is not known` };
  if (!found.every((one) => isAllowed(one, url, first)))
    return { refused: `${name} is an address of a private network` };
  return received(url, address, bounds);
}

function received(url: URL, address: string, { ends, mostBytes }: Bounds): Promise<Answer> {
  const begin = url.protocol === "https:" ? httpsRequest : httpRequest;
  const family = address.includes(":") ? 6 : 4;
  return new Promise((done, fail) => {
    const request = begin(
      url,
      {
        headers: { accept: "image/*,text/html,*/*;q=0.5", "user-agent": "svc-import" },
        agent: false,
        // The name is not resolved again: a second answer could name another host.
        lookup: (_name, options, use) => (options.all ? use(null, [{ address, family }]) : use(null, address, family)),
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        if (status >= 300 && status < 400 && headers.location !== undefined) {
          done({ location: headers.location });
          return void request.destroy();
        }
        if (status !== 200) {
          done({ refused: `its host answers ${status}` });
          return void request.destroy();
        }
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > mostBytes) request.destroy(new Error(`it has more than ${mostBytes} bytes`));
          else chunks.push(chunk);
        });
        response.on("error", fail);
        response.on("end", () => done(new Uint8Array(Buffer.concat(chunks))));
      },
    );
    const timer = setTimeout(
      () => request.destroy(new Error("it does not come in time")),
      Math.max(0, ends - Date.now()),
    );
    request.on("close", () => clearTimeout(timer));
    request.on("error", fail);
    request.end();
  });
}
