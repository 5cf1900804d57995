/** Publication, schedules, versions and releases. */
import { type ShortCheck, requireSame, saveHeadline, titleOf } from "./shortCheck.ts";

/** In this order: later ones begin where earlier ones end. */
export const PUBLISHING_CHECKS: readonly ShortCheck[] = [
  {
    check: 15,
    async run(member) {
      await member.openCanvas("services");
      await saveHeadline(member, "Published alone");
      await member.open("/_editor/publish");
      await member.pressBeginning("Before and after: Services");
      await member.browser.until("return document.querySelectorAll('iframe').length === 2");
      await member.pressNamed("Publish only this");
      await member.pressNamed("Publish 1 change");
      await member.browser.until("return document.querySelector('h1')?.textContent === 'Published'");
    },
  },
  {
    check: 16,
    by: "a time that a script sets, because no key writes it alike in all engines",
    async run(member) {
      await member.openCanvas("services");
      await saveHeadline(member, "Planned in another engine");
      await member.open("/_editor/publish");
      await member.set("#schedule-at", "2027-03-01T08:30");
      await member.pressNamed("Schedule");
      await member.heard("Scheduled.");
      const { items } = await member.asked<{ readonly items: readonly { readonly at: number }[] }>("/api/schedules");
      const meant = await member.browser.value("return new Date('2027-03-01T08:30').getTime()");
      requireSame(items[0]?.at, meant);
      await member.pressNamed("Cancel it");
      await member.heard("Cancelled.");
    },
  },
  {
    check: 17,
    async run(member) {
      await member.open("/_editor/pages/services/history");
      await member.pressBeginning("Compare with the draft");
      await member.browser.until("return document.querySelectorAll('iframe').length === 2");
      await member.pressBeginning("Go back to version");
      await member.heard("The draft has gone back to that version.");
      await member.open("/_editor/releases");
      await member.pressBeginning("Compare and go back");
      await member.pressBeginning("Show visitors release");
      await member.heard("Visitors see that release again.");
    },
  },
  {
    check: 28,
    async run(member) {
      await member.openCanvas("services");
      await saveHeadline(member, "Ready to be seen");
      const { change } = await member.asked<{ readonly change: number }>("/api/changes");
      await member.send("POST", "/api/publish", { version: change }, "without waiting");
      await member.inDraft(() => member.browser.type([..." and more"]));
      await member.saved();
      requireSame(await titleOf(member, "services"), "Ready to be seen and more");
      await member.visitorSees("/services", "Ready to be seen");
    },
  },
];
