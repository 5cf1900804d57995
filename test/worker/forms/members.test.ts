import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  FORM_BODY_MAX_BYTES,
  SUBMISSIONS_EXPORTED,
  SUBMISSIONS_MAX,
  SUBMISSIONS_SEARCHED,
} from "../../../manifests/bounds/forms.ts";
import type { FormsView } from "../../../runtime/submissions/views.ts";
import { memberOf } from "../api/apiClient.ts";
import { ring, sqlOf, stubOf } from "../plugins/siteWithPlugin.ts";
import { db, migrate } from "../site/harness.ts";
import {
  MESSAGE,
  aSiteWithForm,
  answers,
  callApi,
  done,
  found,
  post,
  submissions,
  type Editor,
} from "./siteWithForm.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const FORM = "home.contact";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Inserts more submissions than the rate limits allow, the oldest first. */
const fill = (
  owner: Editor,
  count: number,
  fields: (n: number) => object = (n) => ({ name: `Visitor ${n}` }),
  expiresAt = Date.now() + DAY_MS,
): Promise<void> =>
  runInDurableObject(stubOf(owner), (_, { storage }) =>
    storage.transactionSync(() => {
      for (let n = 0; n < count; n += 1) {
        storage.sql.exec(
          "INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal) VALUES ('main', ?, 'drawbridge.forms/contact', ?, ?, 0, ?, '[]')",
          FORM,
          n,
          expiresAt,
          JSON.stringify(fields(n)),
        );
      }
      storage.sql.exec(
        `INSERT INTO form_totals (site, form, type, title, names, total, unread, last_at) VALUES ('main', ?, 'drawbridge.forms/contact', 'Contact', '["name"]', ?, ?, 0)
       ON CONFLICT (site, form) DO UPDATE SET total = total + excluded.total, unread = unread + excluded.unread`,
        FORM,
        count,
        count,
      );
    }),
  );

test("submissions are read, marked and deleted, and counted as that", async () => {
  const owner = await aSiteWithForm();
  await post(owner);
  await post(owner, { fields: { ...MESSAGE, name: "Second" } });
  const {
    items: [second, first],
  } = await submissions(owner);
  const editor = await memberOf(owner.site, "editor");
  expect(
    await done(
      await callApi(editor, "PATCH", `/api/forms/${FORM}/submissions/${second?.id}`, { body: { read: true } }),
    ),
  ).toEqual({ id: second?.id, read: true });
  expect(await submissions(owner, FORM, "?unread=true")).toMatchObject({
    items: [{ id: first?.id }],
    total: 2,
    unread: 1,
  });
  await done(await callApi(editor, "PATCH", `/api/forms/${FORM}/submissions/${second?.id}`, { body: { read: true } }));
  expect((await submissions(owner)).unread).toBe(1);
  await done(await callApi(editor, "DELETE", `/api/forms/${FORM}/submissions/${second?.id}`));
  expect(await submissions(owner)).toMatchObject({ items: [{ id: first?.id }], total: 1, unread: 1 });
  expect((await callApi(editor, "DELETE", `/api/forms/${FORM}/submissions/${second?.id}`)).status).toBe(404);
  expect(
    (await callApi(editor, "PATCH", `/api/forms/home.other/submissions/${first?.id}`, { body: { read: true } })).status,
  ).toBe(404);
  const {
    items: [form],
  } = await done<FormsView>(await callApi(owner, "GET", "/api/forms"));
  expect(form).toMatchObject({ form: FORM, type: "drawbridge.forms/contact", title: "Contact", total: 1, unread: 1 });
});

test("nothing of a submission gets into audit, and that there was one does", async () => {
  const owner = await aSiteWithForm();
  await post(owner);
  const {
    items: [one],
  } = await submissions(owner);
  await done(await callApi(owner, "DELETE", `/api/forms/${FORM}/submissions/${one?.id}`));
  const rows = async () =>
    (
      await db
        .prepare(
          "SELECT actor, command, input_digest FROM audit WHERE tenant_id = ? AND command LIKE 'form.%' ORDER BY at",
        )
        .bind(owner.site.name)
        .all()
    ).results;
  await expect
    .poll(async () => {
      await ring(owner);
      return rows();
    })
    .toHaveLength(2);
  expect(await rows()).toEqual([
    { actor: "visitor:form", command: "form.submit", input_digest: "" },
    {
      actor: `member:${owner.identity}`,
      command: "form.delete",
      input_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(await sqlOf(owner, "SELECT id FROM outbox WHERE payload LIKE '%Ferry%' OR payload LIKE '%robin@%'")).toEqual(
    [],
  );
});

test("lists go on where they ended, and a search looks through some thousands at a time", async () => {
  const owner = await aSiteWithForm();
  await fill(owner, SUBMISSIONS_SEARCHED + 2, (n) => ({ name: n === 0 ? "Ｆerry" : `Visitor ${n}` }));
  const first = await submissions(owner, FORM, "?limit=2");
  expect(first.items.map(({ fields }) => fields["name"])).toEqual([
    `Visitor ${SUBMISSIONS_SEARCHED + 1}`,
    `Visitor ${SUBMISSIONS_SEARCHED}`,
  ]);
  const second = await submissions(owner, FORM, `?limit=1&cursor=${first.next}`);
  expect(second.items.map(({ fields }) => fields["name"])).toEqual([`Visitor ${SUBMISSIONS_SEARCHED - 1}`]);
  const none = await found(owner, { text: "fERRY" });
  expect(none.items).toEqual([]);
  const further = await found(owner, { text: "ferry", cursor: none.next });
  expect(further).toMatchObject({ items: [{ fields: { name: "Ｆerry" } }], next: null });
  const some = await found(owner, { text: "visitor", limit: 3 });
  expect([some.items.length, some.next]).toEqual([3, some.items[2]?.id]);
});

test.each([SUBMISSIONS_EXPORTED - 1, SUBMISSIONS_EXPORTED, SUBMISSIONS_EXPORTED + 1])(
  "an export of %i has all of them",
  async (count) => {
    const owner = await aSiteWithForm();
    await fill(owner, count);
    const response = await callApi(owner, "GET", `/api/forms/${FORM}/submissions.csv`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="home.contact.csv"');
    expect([response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
      "text/csv; charset=utf-8",
      "private, no-store",
    ]);
    const lines = (await response.text()).split("\r\n");
    expect(lines).toHaveLength(count + 2);
    expect(lines[1]).toMatch(/^"\d+","1970-01-01T00:00:00.000Z","drawbridge.forms\/contact","no","","Visitor 0"$/);
  },
);

test("an export of the longest there are has all of them, though they are more than one worker may tell another at once", async () => {
  const owner = await aSiteWithForm();
  const quotes = '"'.repeat(FORM_BODY_MAX_BYTES / 2);
  await fill(owner, SUBMISSIONS_EXPORTED + 1, () => ({ name: quotes }));
  const response = await callApi(owner, "GET", `/api/forms/${FORM}/submissions.csv`);
  const head = '\ufeff"id","sent","form","read","confirmed","name"\r\n'.length;
  const lines = (await response.text()).slice(head - 1).split("\r\n");
  expect(lines.filter((line) => line.endsWith(`,"${quotes}${quotes}"`))).toHaveLength(SUBMISSIONS_EXPORTED + 1);
});

test("what has been kept for long enough is deleted by the alarm, and only that", async () => {
  const owner = await aSiteWithForm();
  await post(owner);
  await fill(owner, 3, undefined, Date.now() - 1);
  await ring(owner);
  expect(await answers(owner)).toEqual([MESSAGE]);
  expect(await submissions(owner)).toMatchObject({ total: 1, unread: 1 });
  const at = await runInDurableObject(stubOf(owner), (_, { storage }) => storage.getAlarm());
  expect(at).not.toBeNull();
});

test.each([
  [SUBMISSIONS_MAX - 1, 201],
  [SUBMISSIONS_MAX, 413],
  [SUBMISSIONS_MAX + 1, 413],
])("with %i kept, one more is answered %i", async (count, status) => {
  const owner = await aSiteWithForm();
  await fill(owner, 1);
  await sqlOf(owner, "UPDATE form_totals SET total = ?", count);
  // So many have a number of this size.
  await sqlOf(owner, "UPDATE form_submissions SET number = ?", SUBMISSIONS_MAX);
  expect((await post(owner, { json: { fields: MESSAGE } })).status).toBe(status);
});

test("a tenant an operator has stopped takes nothing", async () => {
  const owner = await aSiteWithForm();
  await runInDurableObject(stubOf(owner), (instance) => instance.setStatus("read_only"));
  expect((await post(owner, { json: { fields: MESSAGE } })).status).toBe(423);
  const page = await post(owner);
  expect([page.status, page.headers.get("content-type")]).toEqual([423, "text/plain; charset=utf-8"]);
});

test("a form that stands nowhere is not found, also as an export, which begins no file", async () => {
  const owner = await aSiteWithForm();
  for (const address of ["submissions", "submissions.csv"]) {
    expect((await callApi(owner, "GET", `/api/forms/${FORM}/${address}`)).status).toBe(200);
    const response = await callApi(owner, "GET", `/api/forms/home.nowhere/${address}`);
    expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
      404,
      "application/problem+json",
      expect.objectContaining({ code: "NOT_FOUND", form: "home.nowhere" }),
    ]);
  }
});
