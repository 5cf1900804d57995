import { LAST_STEP } from "../../runtime/database/lastStep.ts";
import { expect, test } from "vitest";
import { AREAS } from "../../runtime/areas.ts";
import { tablesOf } from "../../runtime/backups/columns.ts";
import { Tables } from "../../runtime/database/tables.ts";
import { SCHEMA, TABLES } from "../../runtime/schema.ts";
import { testPowers } from "./kernel/powers.ts";

const owners = AREAS.flatMap(({ tables }) => tables ?? []);

/** The archive's members in order, from 1. Existing archives depend on it. */
const MEMBERS = [
  [
    "sites",
    "documents",
    "releases",
    "entries",
    "blobs",
    "stylesheets",
    "section_data",
    "dependencies",
    "query_results",
  ],
  ["publications", "schedules", "installs", "plugin_packages", "plugin_package_parts", "plugin_highest"],
  ["plugin_grants", "plugin_settings", "plugin_storage", "plugin_storage_use", "plugin_publications"],
  ["plugin_standings", "media_objects", "media_files", "media_uses"],
  ["form_submissions", "form_totals", "form_files", "held", "kept_versions"],
  [
    "assets",
    "plugin_waiting",
    "plugin_waiting_parts",
    "plugin_update_rules",
    "plugin_data",
    "page_parts",
    "clock_moments",
    "member_languages",
    "form_confirmations",
    "review_rules",
    "publication_requests",
    "request_steps",
    "pageless_types",
    "remarks",
    "remark_words",
    "document_parts",
    "mail_plugin_occasions",
    "plugin_demands",
    "readers",
    "media_former_paths",
  ],
].flat();

test("the members of an archive keep their order, whichever areas own them", () => {
  expect(TABLES.namesOf("archived", "submitted")).toEqual(MEMBERS);
});

test("every table has one owner: a second one is refused", () => {
  const second = { tables: { sites: { fate: "derived" } }, steps: {} } as const;
  expect(() => new Tables([...owners, second])).toThrow("the table sites exists twice");
});

test("the areas declare exactly the tables that the schema has", () => {
  const { sql } = testPowers();
  SCHEMA.migrate(sql);
  expect(tablesOf(sql).toSorted()).toEqual(Object.keys(TABLES.byName).toSorted());
});

test("the areas leave out no step", () => {
  const { sql } = testPowers();
  SCHEMA.migrate(sql);
  const steps = [...new Set(owners.flatMap((area) => Object.keys(area.steps).map(Number)))].toSorted((a, b) => a - b);
  expect(steps).toEqual(Array.from({ length: LAST_STEP }, (_, at) => at + 1));
  expect(sql.all("SELECT version FROM schema_version ORDER BY version")).toEqual(steps.map((version) => ({ version })));
});
