import { signal } from "@preact/signals";
import { describe, expect, test, vi } from "vitest";
import { accepted } from "../../../../manifests/result.ts";
import type { Client } from "../../../../sites/editor/api/client.ts";
import type { SiteAnswer } from "../../../../sites/editor/api/views.ts";
import type { OtherMember } from "../../../../sites/editor/canvas/studio/person.ts";
import { type PresenceReport, PresenceReports } from "../../../../sites/editor/canvas/people/reports.ts";

function aStudio() {
  const people = signal<readonly OtherMember[]>([]);
  const versions: number[] = [];
  const site = { change: 40, member: { id: "me" } } as SiteAnswer;
  const editor = { id: "home", site, sender: { versionReported: (version: number) => void versions.push(version) } };
  const read = vi.fn<() => Promise<unknown>>(async () =>
    accepted({ body: { items: [{ actor: "member:m1", name: "Robin" }] }, version: null }),
  );
  const reports = new PresenceReports({ editor, people, client: { read } as unknown as Client });
  const report = (more: Partial<PresenceReport>): void =>
    reports.apply({ change: 41, people: [], changes: [], more: false, ...more });
  return { people, read, reports, report, versions };
}

const wrote = (version: number, id = "home") => ({ changes: [{ kind: "page", id, version }] });

describe("presence reports", () => {
  test.each<[string, Partial<PresenceReport>, number[]]>([
    ["a version", wrote(8), [8]],
    ["its deletion", wrote(0), [Infinity]],
    ["another page", wrote(9, "about"), []],
    ["more than is listed", { more: true }, [Infinity]],
    ["a version, and more than is listed", { ...wrote(8), more: true }, [8]],
    ["a site that was restored", { change: 12, ...wrote(3) }, [Infinity]],
  ])("as %s is handed on: %j", (_, told, versions) => {
    const studio = aStudio();
    studio.report(told);
    expect([studio.versions, studio.reports.change]).toEqual([versions, told.change ?? 41]);
  });
});

test("people of a socket are shown at once, and named when their names have come, which are asked for once", async () => {
  const { people, report, read } = aStudio();
  const here = (member: string, page = "home") => ({ member, page, section: null });
  report({ people: [here("m1"), here("me"), here("m2", "about")] });
  expect(people.value).toEqual([{ ...here("m1"), name: null }]);
  await vi.waitFor(() => expect(people.value).toEqual([{ ...here("m1"), name: "Robin" }]));
  report({ people: [here("m1")] });
  expect([people.value[0]?.name, read.mock.calls.length]).toEqual(["Robin", 1]);
});

test("a name shows also when other news came while it was asked for", async () => {
  const { people, report, read } = aStudio();
  const namesAnswer = await read();
  const asked = Promise.withResolvers<unknown>();
  read.mockReturnValueOnce(asked.promise);
  const here = (section: string | null) => ({ member: "m1", page: "home", section });
  report({ people: [here(null)] });
  report({ people: [here("opening")] });
  expect(people.value).toEqual([{ ...here("opening"), name: null }]);
  asked.resolve(namesAnswer);
  await vi.waitFor(() => expect(people.value).toEqual([{ ...here("opening"), name: "Robin" }]));
});

test("a member whom a later answer named keeps the name when an earlier answer comes late", async () => {
  const { people, report, read } = aStudio();
  const answerOf = (member: string, name: string) =>
    accepted({ body: { items: [{ actor: `member:${member}`, name }] }, version: null });
  const [early, late] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  read.mockReturnValueOnce(early.promise).mockReturnValueOnce(late.promise);
  const here = (member: string) => ({ member, page: "home", section: null });
  report({ people: [here("m1")] });
  report({ people: [here("m1"), here("m2")] });
  late.resolve(answerOf("m2", "Noor"));
  await vi.waitFor(() => expect(people.value.map(({ name }) => name)).toEqual([null, "Noor"]));
  early.resolve(answerOf("m1", "Robin"));
  await vi.waitFor(() => expect(people.value.map(({ name }) => name)).toEqual(["Robin", "Noor"]));
});
