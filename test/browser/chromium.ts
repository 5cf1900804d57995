/**
 * The Chromium that comes from npm, so that a machine needs nothing but Node to run these tests.
 * It is packed for a platform where one process shows one page: the arguments that press everything into that
 * process, and those that switch off the protections we test, are left out.
 */
import chromium from "@sparticuz/chromium";
import { chromium as driver } from "playwright-core";
import type { Browser } from "playwright-core";

const LEFT_OUT: readonly string[] = [
  "--single-process",
  "--no-zygote",
  "--in-process-gpu",
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--headless='shell'",
];

export const chromiumArguments = (): string[] => [...chromium.args.filter((argument) => !LEFT_OUT.includes(argument)), "--headless"];

/** Unpacks the browser on first use. */
export const chromiumPath = (): Promise<string> => chromium.executablePath();

export const launch = async (): Promise<Browser> =>
  driver.launch({ executablePath: await chromiumPath(), args: chromiumArguments() });
