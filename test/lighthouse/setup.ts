/** Runs once for the whole project. Every file of tests finds the port of the demo with `inject("port")`. */
import type { TestProject } from "vitest/node";
import { CANVAS_FOLDER } from "../../sites/cli/browser/canvas.ts";
import { startDemo } from "../browser/demo.ts";

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { port, stop } = await startDemo({ canvas: CANVAS_FOLDER });
  provide("port", port);
  return stop;
}
