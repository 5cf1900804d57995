import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createInterface } from "node:readline";
import { type Ran, ranHere } from "../cli/svc.ts";
import { FORM, logIn, Visitor } from "../support/visitor.ts";

const SVC = join(import.meta.dirname, "../../sites/svc.ts");

type Typed = string | readonly string[];
const wordsOf = (typed: Typed): readonly string[] => (typeof typed === "string" ? typed.split(" ") : typed);

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Place {
  readonly work: string;
  readonly home: string;
  readonly site: string;
}

/** A person's terminal with `svc`, in one folder and for one site. */
export class Terminal implements Disposable {
  readonly #at: Place;
  /** Processes to kill at the end of the tests. */
  readonly #children = new Set<Child>();

  constructor(at: Place) {
    this.#at = at;
  }

  /** Starts the program with a command, given as text with spaces or as a list. */
  begin(typed: Typed): Child {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const { work, home, site } = this.#at;
    const child = spawn(process.execPath, [SVC, ...wordsOf(typed)], {
      cwd: work,
      env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: home, SVC_SITE: site },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.add(child.on("close", () => this.#children.delete(child)));
    return child;
  }

  /** Runs a command in this process, which takes half the time of a start of the program. */
  svc(typed: Typed): Promise<Ran> {
    const { work, home, site } = this.#at;
    return ranHere(work, wordsOf(typed), { XDG_CONFIG_HOME: home, SVC_SITE: site });
  }

  /** Runs a command that must succeed. Answers its output. */
  async typed(command: Typed): Promise<string> {
    const { code, out, talk } = await this.svc(command);
    if (code !== 0) throw new Error(`${String(command)} ended with ${code}:\n${out}${talk}`);
    return out;
  }

  /** Like `typed`, in a process of its own, so that this one can watch the site meanwhile. */
  async typedBeside(command: Typed): Promise<string> {
    const child = this.begin(command);
    const ended = new Promise<number | null>((done) => child.on("close", done));
    const [out, talk, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0) throw new Error(`${String(command)} ended with ${code}:\n${out}${talk}`);
    return out;
  }

  /** Runs `svc login`, with a member at the browser. */
  async logInAs(person: string): Promise<Ran> {
    const child = this.begin("login --browser none");
    const ended = new Promise<number | null>((done) => child.on("close", done));
    const out = text(child.stdout);
    for await (const line of createInterface({ input: child.stderr })) {
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address === undefined) continue;
      await this.#sayYes(address, person);
      break;
    }
    return { code: await ended, out: await out, talk: "" };
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  async #sayYes(address: string, person: string): Promise<void> {
    const { site } = this.#at;
    const visitor = new Visitor();
    await logIn(visitor, site, person);
    const { body } = await visitor.open(address);
    const fields = [...body.matchAll(/name="(port|challenge|state)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    const form = new URLSearchParams([...fields, ["answer", "yes"]]).toString();
    const { page } = await visitor.follow(`${site}/api/auth/command-line/allow`, {
      method: "POST",
      headers: { ...FORM, origin: site },
      body: form,
    });
    if (page.status !== 200 || !page.body.includes("Logged in")) throw new Error(`${page.status}: ${page.body}`);
  }
}
