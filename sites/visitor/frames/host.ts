/**
 * Puts interactive parts into a page: a frame for each, with its section's fields and the theme's tokens. The content
 * without script stays until the frame is ready. A frame can report only that it is ready, and its height.
 */
const HEIGHT_MAX = 4000;

interface Said {
  readonly ready?: unknown;
  readonly height?: unknown;
}

/** The theme's present values, which change with the visitor's colour scheme. */
function tokens(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const names =
    "background surface text muted border accent on-accent accent-soft font-body font-heading font-mono radius space text-size";
  return Object.fromEntries(names.split(" ").map((name) => [`--${name}`, style.getPropertyValue(`--${name}`)]));
}

const scheme = (): string =>
  document.documentElement.dataset["scheme"]?.replace("auto", "") ||
  (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

const look = () => ({ tokens: tokens(), scheme: scheme(), language: document.documentElement.lang });

function heardFrom(frame: HTMLIFrameElement, holder: HTMLElement, { ready, height }: Said): void {
  if (ready === true) {
    const fallback = holder.querySelector<HTMLElement>(":scope > [data-frame-fallback]");
    if (fallback) fallback.hidden = true;
    frame.style.visibility = "";
  }
  if (typeof height === "number" && height >= 0) frame.style.height = `${Math.min(Math.ceil(height), HEIGHT_MAX)}px`;
}

function show(holder: HTMLElement): void {
  const { frame: address = "", frameTitle = "", frameFields = "{}" } = holder.dataset;
  const frame = document.createElement("iframe");
  frame.title = frameTitle;
  frame.setAttribute("sandbox", "allow-scripts");
  frame.referrerPolicy = "no-referrer";
  frame.style.cssText = "display:block;inline-size:100%;block-size:0;border:0;visibility:hidden;color-scheme:normal";
  const speak = (): void => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "object" && data !== null) heardFrom(frame, holder, data);
    });
    port1.start();
    // A sandboxed frame has no origin to name. The message contains only content of the public page.
    frame.contentWindow?.postMessage({ fields: JSON.parse(frameFields) as unknown, ...look() }, "*", [port2]);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => port1.postMessage(look()));
  };
  // Once, so that a frame that navigates away gets no further message.
  frame.addEventListener("load", speak, { once: true });
  frame.src = address;
  holder.append(frame);
}

for (const holder of document.querySelectorAll<HTMLElement>("[data-frame]")) show(holder);
