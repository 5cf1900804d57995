import { launch } from "./chromium.ts";
import { sitDown } from "./desk.ts";
const site = "http://demo.localhost:8931";
const which = process.argv[2] ?? "insert";
const browser = await launch();
const opts = {
  viewport: { width: Number(process.env["W"] ?? 1280), height: 800 },
  colorScheme: (process.env["S"] ?? "light") as "light" | "dark",
};
try {
  const seat = await sitDown(browser, site, true, opts, "/_editor/edit?page=" + (process.env["P"] ?? "home"));
  const { page } = seat;
  page.on("console", (m) => {
    if (m.type() === "error" || m.type() === "warning") console.log(m.type(), m.text());
  });
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  page.on("response", (r) => {
    if (r.status() >= 400) console.log(r.status(), r.url());
  });
  await page.reload();
  await page.locator('.paper[aria-busy="false"]').waitFor();
  const { run } = (await import(process.argv[3] ?? "/tmp/ed/steps.ts")) as {
    run: (page: unknown, site: string, which: string) => Promise<void>;
  };
  await run(page, site, which);
} finally {
  await browser.close();
}
