/** Failures while a member writes, and what other members do meanwhile. */
import { CONTROL, type Member } from "../member.ts";
import { type ShortCheck, requireSame, titleOf, typeHeadline } from "./shortCheck.ts";

const PAGE = "services";
const NETWORK = "a script refuses the page's requests, because the driver cuts no network";

/** Changes a field of the page's first section by the API, as another program of the member does. */
async function changeElsewhere(member: Member, fields: Readonly<Record<string, string>>): Promise<void> {
  const { version } = await member.asked<{ readonly version: number }>(`/api/pages/${PAGE}`);
  const body = { operations: [{ op: "set", section: "opening", fields }] };
  await member.send("POST", `/api/pages/${PAGE}/operations`, { version, body });
}

const fieldOf = async (member: Member, name: string): Promise<unknown> =>
  (await member.stored(PAGE)).sections[0]?.fields[name];

async function logInElsewhere(member: Member): Promise<void> {
  await member.inNewTab(() => member.logIn());
}

/** Longer than the pause after which the editor keeps a text in the browser. */
const keptHere = (member: Member, text: string): Promise<void> =>
  member.browser.until(
    `const page = window.wrappedJSObject ?? window;
     if (page.keptTexts === undefined) {
       page.keptTexts = "";
       const opening = indexedDB.open("drawbridge-editor");
       opening.onsuccess = () => {
         const all = opening.result.transaction("pages").objectStore("pages").getAll();
         all.onsuccess = () => { page.keptTexts = JSON.stringify(all.result); opening.result.close(); };
       };
     }
     if (page.keptTexts.includes(${JSON.stringify(text)})) return true;
     if (page.keptTexts !== "") page.keptTexts = undefined;
     return false;`,
  );

/** In this order: the last ones leave the page and the login. */
export const LOSS_CHECKS: readonly ShortCheck[] = [
  {
    check: 24,
    by: NETWORK,
    async run(member) {
      await member.openCanvas(PAGE);
      await member.answerSaves([], "refused");
      await typeHeadline(member, "Mine and nobody else's");
      await changeElsewhere(member, { lead: "Theirs." });
      await member.answerSaves([], "through");
      await member.saved();
      requireSame([await titleOf(member, PAGE), await fieldOf(member, "lead")], ["Mine and nobody else's", "Theirs."]);
    },
  },
  {
    check: 25,
    by: NETWORK,
    async run(member) {
      await member.openCanvas(PAGE);
      await member.answerSaves([], "refused");
      await typeHeadline(member, "What I say");
      await changeElsewhere(member, { title: "What they say" });
      await member.answerSaves([], "through");
      await member.standsAs("Changed in another tab");
      const both = "return [...document.querySelectorAll('.clash p')].map((one) => one.innerText)";
      requireSame(await member.browser.value(both), ["What I say", "What they say"]);
      requireSame(await titleOf(member, PAGE), "What they say");
      await member.pressNamed("Keep mine", ".clash");
      await member.saved();
      requireSame(await titleOf(member, PAGE), "What I say");
    },
  },
  {
    check: 29,
    by: NETWORK,
    async run(member) {
      await member.openCanvas(PAGE);
      const before = await member.ids(PAGE);
      await member.answerSaves(["lost"], "refused");
      await member.focus('.row-name[data-id="how"]');
      await member.browser.type([[CONTROL, "d"]]);
      await member.standsAs("Offline");
      for (let change = 0; change < 8; change += 1) await member.browser.type([[CONTROL, "d"]]);
      await member.browser.click('.row-name[data-id="opening"]');
      for (let change = 0; change < 41; change += 1)
        await member.write('[data-field="lead"] :is(input, textarea)', `Change ${change}`);
      await member.answerSaves([], "through");
      await member.saved();
      requireSame((await member.ids(PAGE)).length, before.length + 9);
      requireSame(await fieldOf(member, "lead"), "Change 40");
      requireSame(new Set((await member.saveKeys()).slice(0, 2)).size, 1);
    },
  },
  {
    check: 33,
    by: "a script gives the site's answers, because the driver answers no request",
    async run(member) {
      await member.openCanvas("pricing");
      const busy = { status: 429, headers: { "retry-after": "1" }, body: '{"code":"RATE_LIMITED"}' };
      await member.answerSaves(
        [busy, { status: 503, headers: {}, body: "<h1>No server is available</h1>" }],
        "through",
      );
      await typeHeadline(member, "Waited for");
      await member.standsAs("Waiting");
      await member.saved();
      const keys = await member.saveKeys();
      requireSame([keys.length, new Set(keys).size, await titleOf(member, "pricing")], [3, 1, "Waited for"]);
    },
  },
  {
    check: 32,
    by: "a script gives the site's answers, because the driver answers no request",
    async run(member) {
      await member.openCanvas("pricing");
      const readOnly = { status: 423, headers: {}, body: '{"code":"TENANT_READ_ONLY"}' };
      await member.answerSaves([readOnly], "through");
      await typeHeadline(member, "Kept for later");
      await member.standsAs("Read-only");
      requireSame(await titleOf(member, "pricing"), "Waited for");
      await member.saved();
      requireSame(await titleOf(member, "pricing"), "Kept for later");
    },
  },
  {
    check: 27,
    async run(member) {
      const become = (state: string): Promise<void> =>
        member.send("PUT", "/api/plugins/drawbridge.company/state", { body: { state } });
      const section = async () => (await member.stored(PAGE)).sections.find(({ id }) => id === "how");
      await member.openCanvas(PAGE);
      const before = await section();
      await become("disabled");
      await member.browser.click('.row-name[data-id="how"]');
      await member.write('[data-field="title"] :is(input, textarea)', "Typed while it is off");
      await member.saved();
      await become("enabled");
      requireSame(await section(), { ...before, fields: { ...before?.fields, title: "Typed while it is off" } });
    },
  },
  {
    check: 26,
    by: NETWORK,
    async run(member) {
      await member.openCanvas("prices-again");
      await member.answerSaves([], "refused");
      await typeHeadline(member, "Still here");
      const { version } = await member.asked<{ readonly version: number }>("/api/pages/prices-again");
      await member.send("DELETE", "/api/pages/prices-again", { version });
      await member.answerSaves([], "through");
      await member.standsAs("Page deleted");
      await member.inDraft(() =>
        member.browser.until("return document.querySelector('h1').innerText === 'Still here'"),
      );
      await member.browser.until(
        "return document.querySelector('[role=alert]')?.innerText.includes('kept here') === true",
      );
    },
  },
  {
    check: 30,
    by: "its tab closes without a warning, because the driver keeps no profile after the browser",
    async run(member) {
      await member.openCanvas("questions");
      const before = await titleOf(member, "questions");
      await member.answerSaves([], "refused");
      await typeHeadline(member, "Typed before the end");
      await member.standsAs("Offline");
      await keptHere(member, "Typed before the end");
      await member.leaveTab();
      await member.openCanvas("questions");
      await member.inDraft(() =>
        member.browser.until(`return document.querySelector("h1").textContent === ${JSON.stringify(before)}`),
      );
      await member.pressNamed("Put them into the page");
      await member.saved();
      requireSame(await titleOf(member, "questions"), "Typed before the end");
    },
  },
  {
    check: 31,
    async run(member) {
      await member.openCanvas(PAGE);
      await member.browser.deleteCookies();
      await typeHeadline(member, "Typed without a login");
      await member.standsAs("Not saved");
      await logInElsewhere(member);
      await member.saved();
      requireSame(await titleOf(member, PAGE), "Typed without a login");
    },
  },
];
