/** Uploads several files at once: one request to the public API each, with progress and refusals in the file's row. */
import type { RefusalCode, RefusalDetail } from "../../../manifests/refusals/refusal.ts";
import { explain } from "../../words/explain.ts";
import { say } from "../../words/shape/say.ts";
import { partOfPage, refreshFiles, sender, tellPage, words } from "./page.ts";

/** The most parallel uploads; more would only share the same bandwidth. */
const SIDE_BY_SIDE = 2;

interface Job {
  readonly file: File;
  /** The idempotency key. Every try sends the same one, so the site stores the file once. */
  readonly key: string;
  readonly row: HTMLElement;
}

interface Answered {
  readonly status: number;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number;
  readonly body: { readonly created?: boolean; readonly code?: RefusalCode; readonly title?: string } & RefusalDetail;
}

const waiting: Job[] = [];
let running = 0;
let tally = { stored: 0, failed: 0 };

export function sendChosen(form: HTMLFormElement): void {
  enqueue(form.querySelector<HTMLInputElement>('input[type="file"]')?.files ?? []);
  form.reset();
}

/**
 * Accepts files anywhere on the page of files. Otherwise the browser would open a file that misses the frame in place
 * of the page.
 */
export function offerDrop(): void {
  const over = (isOver: boolean): void =>
    void partOfPage("file")?.closest(".upload")?.classList.toggle("is-over", isOver);
  const isMeant = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes("Files") === true && partOfPage("sending") !== null;
  document.addEventListener("dragover", (event) => {
    if (isMeant(event)) event.preventDefault();
    over(isMeant(event));
  });
  // A chosen file is uploaded at once.
  document.addEventListener("change", ({ target }) => {
    const form = target instanceof HTMLInputElement && target.type === "file" ? target.form : null;
    if (form?.dataset["form"] === "upload") sendChosen(form);
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => over(relatedTarget !== null));
  document.addEventListener("drop", (event) => {
    over(false);
    if (!isMeant(event)) return;
    event.preventDefault();
    enqueue(event.dataTransfer?.files ?? []);
  });
  addEventListener("beforeunload", (event) => {
    if (running > 0) event.preventDefault();
  });
}

function enqueue(files: Iterable<File>): void {
  for (const file of files) waiting.push({ file, key: crypto.randomUUID(), row: rowFor(file) });
  next();
}

function rowFor({ name }: File): HTMLElement {
  const row = document.createElement("li");
  const label = document.createElement("bdi");
  label.textContent = name;
  row.append(label, noteOf(words().waiting));
  partOfPage("sending")?.append(row);
  return row;
}

const noteOf = (text: string): HTMLElement =>
  Object.assign(document.createElement("span"), { className: "note", textContent: text });

function next(): void {
  while (running < SIDE_BY_SIDE) {
    const job = waiting.shift();
    if (!job) return;
    running += 1;
    void run(job);
  }
}

async function run(job: Job): Promise<void> {
  try {
    settle(job, await patiently(job));
  } catch {
    lost(job);
  }
  running -= 1;
  next();
  if (running === 0) await allDone();
}

/** Uploads a file, and waits and retries at the rate limit, because many files are legitimate use. */
async function patiently(job: Job): Promise<Answered> {
  for (;;) {
    const answered = await post(job);
    if (answered.status !== 429 || answered.retryAfter === 0) return answered;
    noted(job.row, "", noteOf(words().waiting));
    await new Promise((resolve) => setTimeout(resolve, answered.retryAfter * 1000));
  }
}

function post({ file, key, row }: Job): Promise<Answered> {
  const progress = Object.assign(document.createElement("progress"), {
    max: 1,
    value: 0,
    ariaLabel: say(words().sending, { name: file.name }),
  });
  noted(row, "", progress);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/media?name=${encodeURIComponent(file.name.toWellFormed())}`);
    request.setRequestHeader("Idempotency-Key", key);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    for (const [name, value] of Object.entries(sender())) request.setRequestHeader(name, value);
    request.upload.addEventListener(
      "progress",
      ({ loaded, total }) => (progress.value = total > 0 ? loaded / total : 0),
    );
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", reject);
    request.send(file);
  });
}

const answerOf = (request: XMLHttpRequest): Answered => ({
  status: request.status,
  retryAfter: Number(request.getResponseHeader("retry-after") ?? 0),
  body: read(request.responseText),
});

function read(text: string): Answered["body"] {
  try {
    return JSON.parse(text) as Answered["body"];
  } catch {
    return {};
  }
}

function settle({ row }: Job, { status, body }: Answered): void {
  const ours = words();
  if (status < 300) {
    tally.stored += 1;
    return noted(row, "is-stored", noteOf(body.created === false ? ours.known : ours.stored));
  }
  tally.failed += 1;
  const reason = (body.code && ours.refused[body.code]) ?? body.title ?? ours.broken;
  const code = Object.assign(document.createElement("code"), { textContent: body.code ?? String(status) });
  noted(row, "is-refused", noteOf([reason, ...explain(ours, body)].join(" ")), code);
}

/** Offers another try after a lost connection. The key stays the same, so the site stores the file once. */
function lost(job: Job): void {
  const again = Object.assign(document.createElement("button"), { type: "button", textContent: words().again });
  again.addEventListener("click", () => {
    waiting.push(job);
    next();
  });
  noted(job.row, "is-refused", noteOf(words().lost), again);
}

function noted(row: HTMLElement, className: string, ...parts: Node[]): void {
  const [label] = row.children;
  row.className = className;
  row.replaceChildren(...(label ? [label] : []), ...parts);
}

async function allDone(): Promise<void> {
  const { stored, failed } = tally;
  tally = { stored: 0, failed: 0 };
  const counts = [
    stored > 0 ? say(words().done, { n: stored }) : "",
    failed > 0 ? say(words().failed, { n: failed }) : "",
  ];
  tellPage(counts.filter((text) => text !== "").join(" "));
  if (stored > 0) await refreshFiles().catch(() => undefined);
}
