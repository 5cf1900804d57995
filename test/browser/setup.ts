/** Runs once for the whole project. Every file of tests finds the port with `inject("port")`. */
import type { TestProject } from "vitest/node";
import { startDemo } from "./demo.ts";

declare module "vitest" {
  interface ProvidedContext {
    port: number;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { port, stop } = await startDemo();
  provide("port", port);
  return stop;
}
