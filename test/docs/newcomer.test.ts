/**
 * Questions of a newcomer. The answer to each must be in at most four files, the architecture map first. Each file must
 * be named in an earlier one, by path, by name or by folder.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../gates/folder.ts";

const MAP = "docs/architecture.md";
const MOST_FILES = 4;

/** A question with the files after the map, in order, and the answering text in each. */
type Question = readonly [asked: string, ...files: readonly Answer[]];
type Answer = readonly [path: string, answer: string];

const QUESTIONS: readonly Question[] = [
  ["How long does a login last?", ["manifests/bounds/logins.ts", "LOGIN_LIFETIME_MS"]],
  [
    "A publication's queue message fails five times: what happens, and where?",
    ["sites/workers/workspace/wrangler.jsonc", '"max_retries": 5'],
    ["sites/workers/workspace/queues/deadLetterQueue.ts", "dead_letter"],
    ["sites/web/api/operator/deadLetters.ts", "replay"],
  ],
  [
    "What does a new kind of hook take?",
    ["manifests/hooks/table.ts", "export const HOOKS"],
    ["manifests/hooks/inputs.ts", "momentShape"],
    ["runtime/publishing/checks.ts", "hook"],
  ],
  ["What is a lease, a loan, a claim, a rate limit state?", ["docs/words.md", "| **lease** |"]],
  [
    "Two plugins claim one path: which keeps it?",
    ["runtime/plugins/states/resolution.ts", "export function resolve"],
    ["runtime/contributions/soleName.ts", "NameOwner"],
  ],
  [
    "Where is an edit of a section checked and written?",
    ["runtime/editing/edit.ts", "Checks"],
    ["runtime/documents/documents.ts", "export class Documents"],
  ],
  [
    "What does a new command of the API take?",
    ["runtime/media/commandTable.ts", "MEDIA_COMMANDS"],
    ["runtime/media/area.ts", "makers:"],
    ["sites/web/api/routes/media.ts", 'command: "media.update"'],
  ],
  ["Where are the tests of the publisher?", ["test/README.md", "test/runtime/publishing/publisher.test.ts"]],
  [
    "What does a new table of the workspace take?",
    ["runtime/database/lastStep.ts", "LAST_STEP"],
    ["runtime/database/tables.ts", "fate"],
    ["test/runtime/schema.test.ts", "MEMBERS"],
  ],
  ["Where would I change what a role may do?", ["runtime/commands/permissions.ts", "const TABLE"]],
  ["How many changes may a member make in a time?", ["manifests/bounds/api.ts", "WRITES_PER_WINDOW"]],
  [
    "Who keeps a visited page, and who forgets it after a publication?",
    ["sites/platform/pageCache/pageCache.ts", "purge("],
    ["runtime/serving/publicContent.ts", "purge("],
  ],
  [
    "How does a call of a plugin end that never answers?",
    ["sites/workers/workspace/plugins/pluginCalls.ts", "wallMs"],
    ["manifests/bounds/calls.ts", "CALL_MAX_WALL_MS"],
    ["sites/machine/watchdog/watchdog.ts", "spins stops"],
  ],
  [
    "Why does a tenant's worker believe a call?",
    ["sites/platform/tenants/callTenant.ts", "grant"],
    ["sites/workers/tenant/index.ts", "believes a grant"],
    ["sites/workers/tenant/tenantObject.ts", "SpentGrants"],
  ],
  [
    "Where is a redirect decided?",
    ["runtime/serving/published.ts", "#led"],
    ["runtime/documents/redirectTable.ts", "export class RedirectTable"],
  ],
  [
    "How does the preview of a draft get its HTML?",
    ["sites/web/public/draft.ts", 'read("draft"'],
    ["runtime/editing/draft.ts", "renderer.page"],
    ["runtime/rendering/renderer.ts", "page("],
  ],
  [
    "Where are the cookies of a login set?",
    ["sites/web/auth/cookies.ts", "LOGIN_COOKIE"],
    ["sites/web/auth/finishLogin.ts", "keepCookie(LOGIN_COOKIE"],
  ],
  [
    "How is the fetch of a plugin checked?",
    ["capabilities/http.ts", "reachable("],
    ["capabilities/address.ts", "This host was not granted."],
  ],
  ["Which site answers a hostname?", ["sites/control/tenants/hostnames.ts", "FROM domains"]],
  ["When is a login valid?", ["sites/control/logins/logins.ts", "const isValid"]],
  ["What does a new table of the control plane take?", ["sites/control/tables.ts", "A new table has a row here"]],
  ["Which headers does a published page carry?", ["runtime/serving/answerHeaders.ts", "ANSWER_HEADERS"]],
  [
    "Who decides whether a form that a visitor sent is kept?",
    ["sites/web/api/visitors/forms.ts", "postForm"],
    ["runtime/submissions/receiver.ts", "export class FormReceiver"],
  ],
  [
    "How is the type of an uploaded file found?",
    ["runtime/media/inspection.ts", "from its bytes alone"],
    ["runtime/media/formats/index.ts", "FORMATS"],
  ],
  [
    "A member who scheduled a publication may no longer publish: what happens?",
    ["runtime/publishing/scheduleRunner.ts", "may no longer publish"],
  ],
  ["How long after a key does the editor save?", ["sites/editor/canvas/queue/sender.ts", "PAUSE_MS"]],
];

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** True if one of these texts tells where the file is. */
const isNamed = (path: string, read: readonly string[]): boolean =>
  read.some((text) => text.includes(path) || text.includes(basename(path)) || text.includes(`${dirname(path)}/`)) ||
  read.some(
    (text) => text.includes(`\`${basename(dirname(path))}/\``) || text.includes(`\`${basename(dirname(path))}\``),
  );

describe("a newcomer's question", () => {
  test("is one of twenty-six", () => {
    expect(QUESTIONS).toHaveLength(26);
  });

  test.each(QUESTIONS.map(([asked, ...files]) => [asked, files] as const))("%s", (_asked, files) => {
    expect(files.length).toBeLessThan(MOST_FILES);
    const read = [textOf(MAP)];
    for (const [path, answer] of files) {
      expect([path, isNamed(path, read)]).toEqual([path, true]);
      read.push(textOf(path));
      expect(read.at(-1)).toContain(answer);
    }
  });
});

test("a file that nothing names is not found", () => {
  expect(isNamed("runtime/cellar/boats.ts", [textOf(MAP)])).toBe(false);
});
