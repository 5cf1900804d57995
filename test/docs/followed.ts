/** Runs the blocks of a page in a shell as a reader would, and finds the promised output. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type Block, pages } from "./page.ts";

export interface PageSection {
  readonly page: string;
  readonly heading: string;
}

export interface Reader {
  /** The working directory. */
  readonly cwd: string;
  /** The program that replaces `npx svc`. */
  readonly svc: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const blocksAt = ({ page, heading }: PageSection, language: string): readonly Block[] =>
  (pages().find(({ path }) => path === page)?.blocks ?? []).filter(
    (block) => block.heading === heading && block.language === language && block.notRun === undefined,
  );

export async function followed(
  place: PageSection,
  { cwd, svc, environment }: Reader,
): Promise<{ readonly code: unknown; readonly out: string; readonly talk: string }> {
  const script = ["set -e", 'npx() { shift; "$SVC" "$@"; }', ...blocksAt(place, "sh").map(({ code }) => code)].join(
    "\n",
  );
  const child = spawn("bash", ["-c", script], { cwd, env: { ...environment, SVC: svc } as NodeJS.ProcessEnv });
  const ended = new Promise((done) => void child.on("close", done));
  const [out, talk] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, talk };
}

/** The output that the page shows. */
export const shown = (place: PageSection): readonly string[] => blocksAt(place, "text").map(({ code }) => code);
