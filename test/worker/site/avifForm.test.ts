import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AVIF_WAIT_MS } from "../../../manifests/bounds/media.ts";
import { beginAvif } from "../../../sites/web/public/avifForm.ts";
import type { Visit } from "../../../sites/web/public/visit.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  // A spy on a fake timer puts that fake back, so the timers become real last.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A store of pictures, and a service that makes one when `finish` is called. */
function aWorker() {
  const stored = new Map<string, number>([
    ["a.jpg", 9],
    ["a.jpg/w320", 9],
  ]);
  const [begun, running]: [Promise<void>[], Promise<unknown>[]] = [[], []];
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const images = {
    input: () => ({
      transform: () => ({
        output: async () => {
          begun.push(promise);
          await promise;
          return { image: () => new Response("AVIF").body };
        },
      }),
    }),
  } as unknown as ImagesBinding;
  const head = async (key: string) => (stored.has(key) ? { size: stored.get(key) } : null);
  const bucket = {
    head,
    get: async (key: string) => (stored.has(key) ? { body: new Response("JPEG").body } : null),
    put: async (key: string, { byteLength }: ArrayBuffer) => stored.set(key, byteLength),
    delete: async (key: string) => stored.delete(key),
  };
  const visit = {
    env: { MEDIA: { of: () => bucket } },
    route: {},
    ctx: { waitUntil: (work: Promise<unknown>) => running.push(work) },
  } as unknown as Visit;
  const begin = async (): Promise<number> => {
    beginAvif(visit, images, "a.jpg", "w320");
    await vi.advanceTimersByTimeAsync(0);
    return begun.length;
  };
  return { stored, begin, finish, done: () => Promise.all(running) };
}

test("a picture that takes too long is given up, and noted as one that has no AVIF", async () => {
  const { stored, begin, finish, done } = aWorker();
  expect(await begin()).toBe(1);
  await vi.advanceTimersByTimeAsync(AVIF_WAIT_MS - 1);
  expect(stored.get("a.jpg/w320.avif")).toBeUndefined();
  expect(await begin()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await done();
  expect(stored.get("a.jpg/w320.avif")).toBe(0);
  finish();
});

test("a turn that the platform cuts off ends by itself", async () => {
  const cut = aWorker();
  // The work is cut off with its timer, so neither an end nor a failure comes.
  vi.spyOn(globalThis, "setTimeout").mockReturnValueOnce(0 as unknown as ReturnType<typeof setTimeout>);
  await cut.begin();
  const next = aWorker();
  vi.setSystemTime(Date.now() + AVIF_WAIT_MS - 1);
  expect(await next.begin()).toBe(0);
  vi.setSystemTime(Date.now() + 1);
  expect(await next.begin()).toBe(1);
  // The late end of the first frees no turn of the second.
  cut.finish();
  await cut.done();
  expect(await next.begin()).toBe(1);
  next.finish();
  await next.done();
  expect(next.stored.get("a.jpg/w320.avif")).toBe(4);
});
