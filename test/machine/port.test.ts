import { createServer } from "node:net";
import { expect, test } from "vitest";
import { claimPort } from "../../sites/machine/names/port.ts";

async function holding<T>(port: number, action: (port: number) => Promise<T>): Promise<T> {
  const server = createServer();
  await new Promise<void>((done) => server.listen({ port, host: "127.0.0.1" }, done));
  try {
    return await action((server.address() as { port: number }).port);
  } finally {
    server.close();
  }
}

test("a requested port is used if it is free", async () => {
  const port = await claimPort(0);
  expect(await claimPort(port)).toBe(port);
});

test("a port in use is refused, with advice", async () => {
  await holding(0, (port) =>
    expect(claimPort(port)).rejects.toThrow(`Port ${port} is in use. Choose another one with --port.`),
  );
});

test("a chosen port is outside of the range that the system gives out", async () => {
  const chosen = await Promise.all(Array.from({ length: 200 }, () => claimPort(0)));
  expect(Math.min(...chosen)).toBeGreaterThanOrEqual(20_000);
  expect(Math.max(...chosen)).toBeLessThan(32_768);
  expect(new Set(chosen).size).toBeGreaterThan(150);
});
