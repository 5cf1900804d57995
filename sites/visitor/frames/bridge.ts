/**
 * Runs in a frame before the plugin's script. It receives the fields and the theme from the page and reports the
 * frame's height. It also removes the network APIs that the frame's content security policy does not cover. The ways to
 * add to the page's history and to make an inner document go, too. Opened by itself, the frame becomes an empty page.
 * Browsers let every page lead its own window away, and run no script of an element outside of the page.
 */
import { allowMarkup } from "./markup.ts";
import { apply, fix } from "./fixed.ts";

interface Look {
  readonly tokens: Readonly<Record<string, string>>;
  readonly scheme: string;
  readonly language: string;
}

interface Told extends Look {
  readonly fields: unknown;
}

const page = window.parent;
if (page === window) document.replaceChildren();

interface Answered {
  readonly id: number;
  readonly text?: string;
  readonly error?: string;
}

/** The questions without an answer. */
const questions: PromiseWithResolvers<string>[] = [];

const spoken = Promise.withResolvers<MessagePort>();

/** Asks a host through the site. The text of the answer, or an error with its code. */
async function ask(url: string): Promise<string> {
  const port = await spoken.promise;
  const question = Promise.withResolvers<string>();
  port.postMessage({ ask: { id: questions.push(question) - 1, url: `${url}` } });
  return question.promise;
}

function answered({ id, text, error }: Answered): void {
  const question = questions[id];
  if (text === undefined) question?.reject(new Error(error));
  else question?.resolve(text);
  delete questions[id];
}

const told = Promise.withResolvers<{ readonly fields: unknown; readonly language: string }>();

/** Not every browser applies the content security policy to these. The last one makes documents that no policy checks. */
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "XSLTProcessor"])
  fix(window, name, undefined);

allowMarkup();

/**
 * A frame's history is the page's, too. Entries of a frame would keep the visitor from going back to the page before.
 */
for (const name of ["pushState", "replaceState", "back", "forward", "go"])
  fix(History.prototype, name, () => undefined);

/** Links to a place in the frame scroll there and leave the address as it is. */
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  document.getElementById(decodeURIComponent((link.getAttribute("href") ?? "").slice(1)))?.scrollIntoView();
});

/** Elements take the focus only while the frame has it. What a visitor types into the page is not for the frame. */
const { hasFocus } = Document.prototype;
for (const { prototype } of [HTMLElement, SVGElement, MathMLElement]) {
  const focus = prototype.focus;
  fix(prototype, "focus", function (this: HTMLElement, options?: FocusOptions) {
    if (apply(hasFocus, document, [])) apply(focus, this, [options]);
  });
}

function dress({ tokens, scheme, language }: Look): void {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(tokens)) root.style.setProperty(name, value);
  root.style.colorScheme = scheme;
  root.lang = language;
}

function listen(port: MessagePort): void {
  const say = (): void =>
    port.postMessage({ ready: true, height: document.documentElement.getBoundingClientRect().height });
  port.addEventListener("message", ({ data }: MessageEvent<Look | { readonly answer: Answered }>) =>
    "answer" in data ? answered(data.answer) : dress(data),
  );
  port.start();
  spoken.resolve(port);
  // The plugin's script goes on first, so that the page learns the height of what it draws, and moves once.
  setTimeout(() => {
    say();
    new ResizeObserver(say).observe(document.documentElement);
  });
}

addEventListener("message", function first({ source, data, ports: [port] }: MessageEvent<Told>) {
  // The page speaks itself, also if a document of its own stands between.
  if ((source !== page && source !== page.parent) || !port) return;
  removeEventListener("message", first);
  dress(data);
  told.resolve(Object.freeze({ fields: data.fields, language: data.language }));
  listen(port);
});

Object.defineProperty(window, "drawbridge", { value: Object.freeze({ ready: told.promise, ask }) });
