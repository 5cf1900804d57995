import { describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { MemberPageView } from "../../../runtime/plugins/pages/views.ts";
import { unplaced } from "../../../sites/editor/pages/pluginPages/forms.ts";
import { viewOf } from "../../../sites/editor/pages/pluginPages/pluginPageView.ts";

const form = { name: "add", title: "Add", path: "/add", schema: { type: "object" }, values: {} };
const LIST: MemberPageView = {
  page: "acme.tool/words",
  plugin: "acme.tool",
  title: "Words",
  description: "",
  lists: [],
  list: "waiting",
  look: "table",
  columns: [],
  entries: [],
  next: null,
  actions: [],
  forms: [form],
};
const failed = (name: string, code: "NOT_FOUND" | "FORBIDDEN" = "NOT_FOUND") => ({
  form: "fill",
  refusal: new Refusal(code),
  typed: new Map([
    ["form", name],
    ["entry", "waiting:1"],
    ["set.text", "long <b>work"],
  ]),
});
const read =
  (code: "NOT_FOUND" | "FORBIDDEN") =>
  async (entry: string | undefined): Promise<MemberPageView> => {
    if (entry !== undefined) throw new Refusal(code);
    return LIST;
  };

describe("an entry that is gone", () => {
  test("is its list after a form of it was refused", async () => {
    expect(await viewOf(failed("change"), "waiting:1", read("NOT_FOUND"))).toEqual({ view: LIST, entry: undefined });
  });

  test("is refused without a form, and one that the member may not see always", async () => {
    await expect(viewOf(undefined, "waiting:1", read("NOT_FOUND"))).rejects.toThrow("NOT_FOUND");
    await expect(viewOf(failed("change"), "waiting:1", read("FORBIDDEN"))).rejects.toThrow("FORBIDDEN");
  });

  test("leaves what was typed as text to copy, unless its form is still there", () => {
    const html = String(unplaced(LIST, failed("change")));
    expect(html).toContain("long &lt;b&gt;work</textarea>");
    expect(html).toContain('role="alert"');
    expect(html).not.toContain("<b>work");
    expect(unplaced(LIST, failed("add"))).toBe("");
    expect(unplaced(LIST, undefined)).toBe("");
  });
});
