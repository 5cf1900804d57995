import { expect, test } from "vitest";
import { FORM_RETENTION_DAYS } from "../../../manifests/bounds/forms.ts";
import type { FormContribution } from "../../../manifests/manifest/form.ts";
import { FormConfirmations } from "../../../runtime/submissions/confirmations.ts";
import { FormFiles } from "../../../runtime/submissions/files.ts";
import { modelOf } from "../../../runtime/forms/model.ts";
import { Submissions } from "../../../runtime/submissions/submissions.ts";
import { migrate } from "../../../runtime/schema.ts";
import { testPowers } from "../kernel/powers.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const form = (more: object): FormContribution =>
  ({
    name: "contact",
    title: "Contact",
    description: "",
    fields: { type: "object", properties: { name: { type: "string", title: "Name" } } },
    ...more,
  }) as unknown as FormContribution;
const daysOf = (more: object): number => modelOf({ item: form(more), qualified: "a.b/contact" }).retentionDays;

test.each([
  [-1, 1],
  [0, 0],
  [1, 0],
])("what is sent to a form that says no days is kept for %i ms beside a year: %i", (more, left) => {
  const powers = testPowers();
  migrate(powers.sql);
  const submissions = new Submissions(powers, new FormFiles(powers), new FormConfirmations(powers));
  submissions.add({
    site: "main",
    form: "home.s1",
    type: "a.b/contact",
    title: "Contact",
    keptMs: daysOf({}) * DAY_MS,
    fields: {},
    personal: [],
  });
  powers.clock.now += FORM_RETENTION_DAYS * DAY_MS + more;
  submissions.sweep();
  expect(powers.sql.all("SELECT number FROM form_submissions")).toHaveLength(left);
});

test.each([FORM_RETENTION_DAYS - 1, FORM_RETENTION_DAYS, FORM_RETENTION_DAYS + 1])(
  "of a form that says %i days, as many",
  (days) => {
    expect(daysOf({ retentionDays: days })).toBe(days);
  },
);
