/** `svc plugin lsp`: the language server of an author's text editor, on stdin and stdout. */
import type { CliCommand, Outcome } from "../command/command.ts";
import { LanguageServer } from "./server.ts";
import { BrokenWire, framed, MessageReader } from "./wire.ts";

/** The pause in typing before the folder is checked, in milliseconds. */
const PAUSE_MS = 150;

async function run(): Promise<Outcome> {
  let waiting: NodeJS.Timeout | undefined;
  const server = new LanguageServer({
    send: (message) => void process.stdout.write(framed(message)),
    soon: (check) => {
      clearTimeout(waiting);
      waiting = setTimeout(check, PAUSE_MS);
    },
  });
  const reader = new MessageReader();
  try {
    for await (const bytes of process.stdin) {
      for (const text of reader.take(bytes as Buffer)) server.take(text);
      if (server.isOver) break;
    }
    return { ok: true, lines: [], data: {} };
  } catch (error) {
    if (error instanceof BrokenWire)
      return { ok: false, lines: [], data: { problem: error.message }, talk: [error.message] };
    throw error;
  } finally {
    clearTimeout(waiting);
  }
}

export const lsp: CliCommand = {
  name: "lsp",
  summary: "Serve a text editor: findings while you type, completion and help for manifests and templates.",
  options: [["--stdio", "talk on stdin and stdout, which is the only way"]],
  examples: ["svc plugin lsp --stdio"],
  run,
};
