import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { BlobKeeper } from "./keeper.ts";

/** The folders of the stores, by the name that `simulator.ts` gives the worker in front of them. */
const FOLDERS: Readonly<Record<string, string>> = { kv: "v3/kv", r2: "v3/r2" };

const FILE = /^(?:http:\/\/blobs)?\/(kv|r2)\/([\w.-]+)\/blobs\/([0-9a-f]{80})$/;
const DOTS = /^\.+$/;

/** The path of a requested file below the state folder. Undefined for anything that is no file of a store. */
export function blobIn(url: string): string | undefined {
  const [, store = "", name = "", blob = ""] = FILE.exec(url) ?? [];
  const folder = FOLDERS[store];
  return folder !== undefined && !DOTS.test(name) ? join(folder, name, "blobs", blob) : undefined;
}

const STATUS = { done: 204, damaged: 410, notFound: 404, wrongMethod: 405 } as const;

/** Answers the worker in front of the stores: PUT syncs a new file, GET compares a file with its digest. */
export const blobService =
  (keeper: BlobKeeper): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
  async ({ method, url = "" }, response) => {
    const path = blobIn(url);
    const answer = ANSWERS[method ?? ""];
    if (path === undefined) return void response.writeHead(STATUS.notFound).end();
    if (answer === undefined) return void response.writeHead(STATUS.wrongMethod).end();
    response.writeHead(await answer(keeper, path)).end();
  };

const ANSWERS: Readonly<Record<string, (keeper: BlobKeeper, path: string) => Promise<number>>> = {
  PUT: async (keeper, path) => {
    await keeper.keep(path);
    return STATUS.done;
  },
  GET: async (keeper, path) => ((await keeper.isSound(path)) ? STATUS.done : STATUS.damaged),
};
