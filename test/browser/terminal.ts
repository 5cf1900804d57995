/** Takes screenshots of the operator's commands, in colour and at 80 columns, for `docs/operating.md`. */
import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { doctor } from "../../sites/cli/cloudflare/doctor/command.ts";
import { plan } from "../../sites/cli/cloudflare/planCommand.ts";
import { selfHostedPreflight } from "../../sites/cli/cloudflare/preflight/selfHostedCommand.ts";
import type { CliCommand, Paint } from "../../sites/cli/command/command.ts";
import { AgentsServer } from "../cli/cloudflare/agentsServer.ts";
import { committedSite, deployedAccount } from "../cli/cloudflare/deployedSite.ts";
import { ran, removeSiteFolders } from "../cli/cloudflare/siteFolder.ts";
import { buildStandIns } from "../cli/cloudflare/standInBundles.ts";

const COLUMNS = 80;
/** Control characters around coloured text, which no command prints. */
const [BEGIN, BEHIND, END] = ["\u0001", "\u0002", "\u0003"];

const marked: Paint = (style, text) => `${BEGIN}${style}${BEHIND}${text}${END}`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const htmlOf = (lines: readonly string[]): string =>
  escaped(lines.join("\n"))
    .replaceAll(new RegExp(`${BEGIN}(\\w+)${BEHIND}`, "g"), '<span class="$1">')
    .replaceAll(END, "</span>");

const page = (typed: string, lines: readonly string[]): string => `<!doctype html><style>
  body { margin: 0; background: #17181c; color: #e4e4e7; }
  pre { margin: 0; padding: 20px 24px; inline-size: ${COLUMNS}ch; font: 15px/1.45 "Source Code Pro", monospace; }
  .green { color: #7bd88f; } .red { color: #ff8080; } .dim { color: #9a9aa5; }
</style><pre><span class="dim">$</span> ${escaped(typed)}\n${htmlOf(lines)}</pre>`;

export interface TerminalPicture {
  readonly name: string;
  readonly bytes: Buffer;
}

async function photograph(browser: Browser, name: string, html: string): Promise<TerminalPicture> {
  const context = await browser.newContext({ viewport: { width: 820, height: 200 }, deviceScaleFactor: 1 });
  const shown = await context.newPage();
  await shown.setContent(html);
  const { width, height } = (await shown.locator("pre").boundingBox()) ?? { width: 820, height: 200 };
  await shown.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
  const session = await context.newCDPSession(shown);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  await context.close();
  return { name, bytes: Buffer.from(data, "base64") };
}

/** Runs the commands on a full deployment whose provider is the stand-in. */
export async function terminalPictures(browser: Browser): Promise<TerminalPicture[]> {
  const removeBundles = buildStandIns();
  try {
    const folder = await committedSite();
    await using provider = await deployedAccount(folder);
    await using agents = await AgentsServer.start();
    const environment = { ...provider.environment, HOME: folder, PATH: process.env["PATH"] ?? "" };
    const taken = async (
      name: string,
      typed: string,
      command: CliCommand,
      options: object,
    ): Promise<TerminalPicture> => {
      const { lines } = await ran(command, folder, { ...options }, environment, marked);
      return photograph(browser, name, page(`npx svc ${typed}`, lines));
    };
    const full = { profile: "full" };
    const pictures = [
      await taken("plan", "cloudflare plan --profile full", plan, full),
      await taken("doctor", "doctor --profile full", doctor, full),
      await taken("preflight", "cloudflare self-hosted preflight …", selfHostedPreflight, {
        operator: "Night shift",
        publicMcpUrl: agents.address,
      }),
    ];
    rmSync(folder, { recursive: true, force: true });
    return pictures;
  } finally {
    removeSiteFolders();
    removeBundles();
  }
}
