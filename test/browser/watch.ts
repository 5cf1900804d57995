import type { BrowserContext, Page, Request } from "playwright-core";

/** The content of frames from other origins, because tests reach only this machine. */
const FRAME = `<!doctype html><html lang="en"><head><title>Frame</title></head><body><p>Frame</p></body></html>`;

export const isFrame = (request: Request): boolean =>
  request.isNavigationRequest() && request.frame().parentFrame() !== null;

/** Answers requests to other origins: frames get a stand-in, all others fail and are reported. */
export async function keepHere(context: BrowserContext, isOurs: (url: URL) => boolean): Promise<void> {
  await context.route(
    (url) => !isOurs(url),
    (route) => (isFrame(route.request()) ? route.fulfill({ body: FRAME, contentType: "text/html" }) : route.abort()),
  );
}

/** True for a picture that the browser cancelled for a better width. */
const isLetGo = (request: Request): boolean =>
  request.resourceType() === "image" && request.failure()?.errorText === "net::ERR_ABORTED";

/** The list of a tab's errors, which grows while the tab is open. `statusNow` is the expected status of its page. */
export async function watch(page: Page, statusNow: number | (() => number)): Promise<string[]> {
  const wrong: string[] = [];
  const expectedStatus = (): number => (typeof statusNow === "number" ? statusNow : statusNow());
  page.on("console", (message) => {
    const { url } = message.location();
    const status = expectedStatus();
    const expected = status >= 400 && url === page.url() && message.text().includes(String(status));
    if (!expected && ["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("requestfailed", (request) => {
    if (!isLetGo(request)) wrong.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`);
  });
  page.on("response", (response) => {
    const main = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (response.status() >= 400 && !(main && response.status() === expectedStatus()))
      wrong.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return wrong;
}
