import type { BrowserContext, Page, Request } from "playwright-core";

/** Stands in for what a frame of another origin would show: these tests reach nobody but this machine. */
const FRAME = `<!doctype html><html lang="en"><head><title>Frame</title></head><body><p>Frame</p></body></html>`;

const isFrame = (request: Request): boolean => request.isNavigationRequest() && request.frame().parentFrame() !== null;

/** Answers for other origins: frames get a stand-in, everything else is refused and so shows up as failed. */
export async function keepHere(context: BrowserContext, isOurs: (url: URL) => boolean): Promise<void> {
  await context.route(
    (url) => !isOurs(url),
    (route) => (isFrame(route.request()) ? route.fulfill({ body: FRAME, contentType: "text/html" }) : route.abort()),
  );
}

/** A browser whose window has become another drops a picture it was loading, for one in a better width. */
const isLetGo = (request: Request): boolean =>
  request.resourceType() === "image" && request.failure()?.errorText === "net::ERR_ABORTED";

/** Everything that goes wrong while a page is open, as it happens: the list grows. `status` is what the page itself answers. */
export async function watch(page: Page, status: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  page.on("console", (message) => {
    const { url } = message.location();
    const expected = status >= 400 && url === page.url() && message.text().includes(String(status));
    if (!expected && ["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    if (!isLetGo(request)) wrong.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`);
  });
  page.on("response", (response) => {
    const main = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (response.status() >= 400 && !(main && response.status() === status))
      wrong.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return wrong;
}
