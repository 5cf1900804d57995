/**
 * `svc login`: the member logs in and agrees in a browser, which redirects with a one-time code to this command's port.
 * The code is useless without the PKCE verifier, which never leaves this process.
 */
import { LATE, within } from "../../../sandbox/within.ts";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { type CliCommand, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { sha256, sha256Base64url } from "../files/sha256.ts";
import { readSite, SITE_OPTION } from "./address.ts";
import { listenOnce } from "./listener.ts";
import { keepLogin, keptLogin } from "./logins.ts";
import { type AskPerson, pastedAnswer } from "./pasting.ts";
import { problemOf } from "./problem.ts";
import { requestSite } from "./request.ts";

/** The longest wait for the browser, in milliseconds: enough for a second factor. */
const PATIENCE_MS = 10 * 60 * 1000;

const secret = (): string => randomBytes(32).toString("base64url");

/** The check word, which the page shows as well. The member compares both. */
const checkWord = (challenge: string): string => {
  const digest = sha256(challenge).toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
};

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens the browser. Failures are ignored, because the address is printed as well. */
function openBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? [];
  if (program === undefined) return;
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

interface Opened {
  readonly cookie: string;
  readonly login: string;
  readonly expiresAt: number;
  readonly member: { readonly tenant: string; readonly site: string; readonly role: string };
}

async function patiently<T>(work: Promise<T>, ms: number): Promise<T> {
  const answer = await within(ms, work);
  if (answer === LATE) throw new Trouble(`Nobody agreed within ${ms / 60_000} minutes. Start again.`);
  return answer;
}

/** Asks the member in a browser, and waits for the code. Without `ask`, only the browser can answer. */
async function codeFrom(
  site: string,
  verifier: string,
  { options, tell, environment }: Invocation,
  ask?: AskPerson,
): Promise<string> {
  const challenge = sha256Base64url(verifier);
  const state = secret();
  const awaited = await listenOnce(state, portIn(options)).catch(notListening);
  const pasting = new AbortController();
  try {
    const address = `${site}/api/auth/command-line?port=${awaited.port}&challenge=${challenge}&state=${state}`;
    tell(`Open this address in a browser, and agree if the page shows ${checkWord(challenge)}:`);
    tell(`  ${address}`);
    for (const line of elsewhere(awaited.port, environment)) tell(line);
    if (options.text("browser") !== "none") openBrowser(address);
    const answers = [awaited.answer, ...(ask ? [pastedAnswer(state, pasting.signal, ask)] : [])];
    return codeIn(await patiently(Promise.race(answers), PATIENCE_MS), site);
  } finally {
    pasting.abort();
    awaited.close();
  }
}

const HIGHEST_PORT = 65_535;

function portIn(options: Invocation["options"]): number {
  const text = options.text("port") ?? "0";
  const port = /^\d{1,5}$/.test(text) ? Number(text) : HIGHEST_PORT + 1;
  if (port > HIGHEST_PORT)
    throw new UsageError(`--port takes a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(text)}.`);
  return port;
}

const notListening = ({ message }: Error): never => {
  throw new Trouble(
    `This command cannot listen for the browser's answer (${message}). Choose another port with --port.`,
  );
};

/** The ways to answer if the browser runs on another machine, as it does in a session over SSH. */
const elsewhere = (port: number, environment: Invocation["environment"]): string[] =>
  environment["SSH_CONNECTION"] === undefined
    ? []
    : [
        "Your browser runs on another machine. Do one of two things:",
        `  Forward the port from there, then open the address: ssh -L ${port}:127.0.0.1:${port} <this machine>`,
        "  Or open the address and agree. Then paste here the address at which the browser shows an error.",
      ];

function codeIn(answer: URLSearchParams, site: string): string {
  const from = answer.get("site");
  if (from !== site)
    throw new Trouble(
      `The answer came from ${JSON.stringify(from)}, not from ${site}. If that is the site's address, use it: --site ${from}`,
    );
  const code = answer.get("code");
  if (code === null) throw new Trouble("You did not agree; nothing was changed.");
  return code;
}

async function run(invocation: Invocation, ask?: AskPerson): Promise<Outcome> {
  const { options, environment, now } = invocation;
  const site = readSite(options, environment);
  const before = keptLogin(site, environment, now);
  const verifier = secret();
  const code = await codeFrom(site, verifier, invocation, ask);
  const headers = before ? { cookie: `${before.cookie}=${before.login}` } : {};
  const reply = await requestSite(site, "/api/auth/command-line/login", {
    method: "POST",
    headers,
    body: { code, verifier },
  });
  if (reply.status !== 201) return problemOf(reply, { site });
  const { cookie, login, expiresAt, member } = JSON.parse(reply.text) as Opened;
  const file = keepLogin({ site, cookie, login, expiresAt }, environment);
  return {
    ok: true,
    lines: [`Logged in at ${site} as ${member.role}, until ${new Date(expiresAt).toISOString()}.`],
    data: { site, member, expiresAt, file },
    talk: [`Kept in ${file}, readable only by you. To log out: svc logout --site ${site}`],
  };
}

/** `asker` gives the way to ask, or undefined if no person can answer at the terminal. */
export const loginAsking = (asker: () => AskPerson | undefined): CliCommand => ({
  name: "login",
  summary: "Log in at a site in a browser, so that commands can act there as you, for at most twelve hours.",
  options: [
    SITE_OPTION,
    ["--browser <name>", "none: only print the address (default: open a browser)"],
    ["--port <number>", "port of this machine for the browser's answer, to forward over SSH (default: any free one)"],
  ],
  examples: [
    "svc login --site http://demo.localhost:8787",
    "svc login --site https://www.example.com --browser none --port 4180",
  ],
  run: (invocation) => run(invocation, asker()),
});
