/**
 * The Chromium from npm, so that tests need only Node. Its package is made for a platform with one process for one
 * page. We drop its arguments that merge processes, disable protections under test, or emulate a graphics card, which
 * doubles the processor time.
 */
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import chromium, { inflate } from "@sparticuz/chromium";
import { fontEnvironment } from "./fonts.ts";

const LEFT_OUT: readonly string[] = [
  "--single-process",
  "--no-zygote",
  "--in-process-gpu",
  "--ignore-gpu-blocklist",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--headless='shell'",
];

/** A browser binary with its arguments and environment. */
export interface Chromium {
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Unpacks the browser on first use. */
export async function chromiumFromNpm(): Promise<Chromium> {
  const path = await chromium.executablePath();
  const fonts = fontEnvironment(join(tmpdir(), "drawbridge-fonts"), join(tmpdir(), "fonts"));
  const args = [...chromium.args.filter((argument) => !LEFT_OUT.includes(argument)), "--headless", "--disable-gpu"];
  return { path, args, env: { ...ownEnvironment(), ...fonts, ...(await libraries(path)) } };
}

const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The libraries that came with the browser, if it does not start without them. */
async function libraries(path: string): Promise<Record<string, string>> {
  if (spawnSync(path, ["--version"]).status === 0) return {};
  const packed = fileURLToPath(new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium")));
  return { LD_LIBRARY_PATH: join(await inflate(packed), "lib") };
}
