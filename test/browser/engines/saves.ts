/** A script of the page that answers its saves in place of the site, because WebDriver cuts no network. */

/** An answer of the site, no answer after the save was done (`lost`), or none without it (`refused`). */
export type SaveAnswer =
  | "lost"
  | "refused"
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Firefox runs a driver's scripts beside the page. Its own objects lie behind `wrappedJSObject`. */
const PAGE = "const page = window.wrappedJSObject ?? window;";

export const savesAnswered = (answers: readonly SaveAnswer[], rest: "refused" | "through"): string =>
  `${PAGE}
   page.wholeFetch ??= page.fetch;
   page.saveKeys ??= [];
   const answers = ${JSON.stringify(answers)};
   const through = ${JSON.stringify(answers.length === 0 && rest === "through")};
   page.fetch = through ? page.wholeFetch : async (...asked) => {
     if (!String(asked[0]).endsWith("/operations")) return page.wholeFetch(...asked);
     page.saveKeys.push(new Headers(asked[1].headers).get("idempotency-key"));
     const answer = answers.shift() ?? ${JSON.stringify(rest)};
     if (answer === "through") return page.wholeFetch(...asked);
     if (answer === "lost") await page.wholeFetch(...asked);
     if (typeof answer === "string") throw new TypeError("the network is gone");
     return new Response(answer.body, { status: answer.status, headers: answer.headers });
   };`;

export const saveKeys = `${PAGE} return page.saveKeys ?? [];`;
