/**
 * Puts interactive parts into a page: a frame for each, with its section's fields and the theme's tokens. The content
 * without script stays until the frame is ready. A frame can report only that it is ready, and its height.
 */
const HEIGHT_MAX = 4000;
const HISTORY_LOOKS_MS = 250;

interface Said {
  readonly ready?: unknown;
  readonly height?: unknown;
}

/** The most questions that a frame waits for at once. */
const QUESTIONS_MAX = 4;

/** A frame's plugin, its port, and the questions that it waits for. */
interface Asking {
  readonly plugin: string;
  readonly port: MessagePort;
  open: number;
}

/** Asks the site for a frame. The site asks a host that an owner granted to the frame's own plugin. */
async function ask(asking: Asking, question: unknown): Promise<void> {
  const { id, url } = Object(question) as { readonly id?: unknown; readonly url?: unknown };
  const { port } = asking;
  const tell = (answer: object): void => port.postMessage({ answer: { id, ...answer } });
  if (asking.open >= QUESTIONS_MAX) return tell({ error: "busy" });
  asking.open += 1;
  try {
    const path = `/api/plugins/${asking.plugin}/frames?url=${encodeURIComponent(String(url))}`;
    const response = await fetch(path, { credentials: "omit", redirect: "error" });
    const { text, code } = (await response.json()) as { readonly text?: string; readonly code?: string };
    tell(response.ok ? { text } : { error: code });
  } catch {
    tell({ error: "unreachable" });
  }
  asking.open -= 1;
}

/** The theme's present values, which change with the visitor's colour scheme. */
function tokens(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const names =
    "background surface text muted border accent on-accent accent-soft font-body font-heading font-mono radius space text-size gutter width-text width-wide";
  return Object.fromEntries(names.split(" ").map((name) => [`--${name}`, style.getPropertyValue(`--${name}`)]));
}

const scheme = (): string =>
  document.documentElement.dataset["scheme"]?.replace("auto", "") ||
  (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

const look = () => ({ tokens: tokens(), scheme: scheme(), language: document.documentElement.lang });

const STYLE = "display:block;inline-size:100%;block-size:0;border:0;visibility:hidden;color-scheme:normal";

/** A frame in the page, with the elements around it. */
interface Part {
  readonly holder: HTMLElement;
  readonly frame: HTMLIFrameElement;
  /** The frame, and the document between it and the page if there is one. */
  readonly boxes: readonly HTMLIFrameElement[];
}

/** The frames that have not ended. */
const parts: Part[] = [];

const fallbackOf = (holder: HTMLElement): HTMLElement | null =>
  holder.querySelector<HTMLElement>(":scope > [data-frame-fallback]");

function heardFrom({ holder, boxes }: Part, { ready, height }: Said): void {
  const fallback = fallbackOf(holder);
  if (ready === true && fallback && !fallback.hidden) {
    // The rest of the page stays in its place, unless the frame is higher.
    holder.style.minHeight = `${fallback.offsetHeight}px`;
    addEventListener("resize", () => (holder.style.minHeight = ""), { once: true });
    fallback.hidden = true;
    for (const box of boxes) box.style.visibility = "";
  }
  if (typeof height === "number" && height >= 0)
    for (const box of boxes) box.style.height = `${Math.min(Math.ceil(height), HEIGHT_MAX)}px`;
}

function aFrame(within: Document, title: string): HTMLIFrameElement {
  const frame = within.createElement("iframe");
  frame.title = title;
  frame.style.cssText = STYLE;
  return frame;
}

/**
 * A document between the page and the frame, for a page that embeds other sites. The page's policy lets each of its
 * frames navigate itself to those sites. This document's own policy allows only the frame's address.
 */
async function documentAround(holder: HTMLElement, address: string, title: string): Promise<HTMLIFrameElement> {
  const around = aFrame(document, title);
  around.srcdoc = "<!doctype html>";
  await new Promise((done) => {
    around.addEventListener("load", done, { once: true });
    holder.append(around);
  });
  const { head, body } = around.contentDocument as Document;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `frame-src ${new URL(address, location.href).href}`;
  head.append(policy);
  body.style.margin = "0";
  return around;
}

const isField = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement && element.matches("input,textarea,select,[contenteditable]");

function end({ holder, boxes }: Part): void {
  for (const box of boxes) box.remove();
  holder.style.minHeight = "";
  const fallback = fallbackOf(holder);
  if (fallback) fallback.hidden = false;
}

/**
 * Keeps a frame inert while a visitor types into a field of the page. A press on the frame or the tab key enters it.
 * Browsers let a frame's script take the focus nevertheless. Such a frame ends, and the field gets the focus back.
 */
function guard(part: Part): void {
  const { holder, boxes } = part;
  let typing: HTMLElement | undefined;
  const inert = (isInert: boolean): void => boxes.forEach((box) => (box.inert = isInert));
  const enter = (): void => {
    typing = undefined;
    inert(false);
  };
  addEventListener("focusin", ({ target }) => {
    if (!isField(target)) return enter();
    typing = target;
    inert(true);
  });
  addEventListener("keydown", ({ key }) => key === "Tab" && enter(), true);
  holder.addEventListener("pointerdown", enter);
  addEventListener("blur", () => {
    if (!typing || document.activeElement !== boxes[0]) return;
    end(part);
    typing.focus();
  });
}

/**
 * Takes the visitor back over entries that frames added to the page's history, and ends the frames. No event tells of
 * such an entry, and a frame's fragment or its own frames can add one. Other sites in the page may do so while the
 * visitor is in them. A page that is shown again has a longer history without any frame's doing.
 */
function keepHistory(): void {
  const now = () => ({ href: location.href, length: history.length });
  let known: ReturnType<typeof now> | undefined = now();
  addEventListener("pagehide", () => (known = undefined));
  addEventListener("pageshow", () => (known = now()));
  const isInAnotherSite = (): boolean =>
    document.activeElement instanceof HTMLIFrameElement &&
    parts.every(({ boxes }) => boxes[0] !== document.activeElement);
  const looks = setInterval(() => {
    if (!known) return;
    const added = known.href === location.href && !isInAnotherSite() ? history.length - known.length : 0;
    if (added <= 0) known = now();
    else {
      clearInterval(looks);
      parts.forEach(end);
      history.go(-added);
    }
  }, HISTORY_LOOKS_MS);
}

async function show(holder: HTMLElement): Promise<void> {
  const { frame: address = "", frameTitle = "", frameFields = "{}", frameApart } = holder.dataset;
  const around = frameApart === undefined ? undefined : await documentAround(holder, address, frameTitle);
  const within = around?.contentDocument ?? document;
  const frame = aFrame(within, frameTitle);
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  const boxes = around ? [around, frame] : [frame];
  const part = { holder, frame, boxes };
  const speak = (): void => {
    const { port1, port2 } = new MessageChannel();
    const asking = { plugin: address.split("/")[3] ?? "", port: port1, open: 0 };
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== "object" || data === null) return;
      if ("ask" in data) void ask(asking, data.ask);
      else heardFrom(part, data);
    });
    port1.start();
    // A sandboxed frame has no origin to name. The message contains only content of the public page.
    frame.contentWindow?.postMessage({ fields: JSON.parse(frameFields) as unknown, ...look() }, "*", [port2]);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => port1.postMessage(look()));
  };
  let loads = 0;
  frame.addEventListener("load", () => {
    loads += 1;
    if (loads === 1) return speak();
    // The frame has navigated away. Its content is no longer the plugin's signed one.
    end(part);
  });
  parts.push(part);
  guard(part);
  frame.src = address;
  (around ? within.body : holder).append(frame);
}

for (const holder of document.querySelectorAll<HTMLElement>("[data-frame]")) void show(holder);
// In another page's frame, the history is that page's, too.
if (window === top) keepHistory();
