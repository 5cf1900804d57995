/** Harmful answers of plugins to the kernel. An answer from the sandbox may be any value. */
import { describe, expect, test } from "vitest";
import { PLUGIN_MESSAGE_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { TEXT_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { JSON_MAX_DEPTH } from "../../../manifests/bounds/json.ts";
import { DATA_PAGE_MAX_CHARS, DATA_SECTION_MAX_CHARS } from "../../../manifests/bounds/plugins.ts";
import { VETO_MAX_REASONS } from "../../../manifests/bounds/publishing.ts";
import type { PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";
import {
  check,
  computing,
  computingWorld,
  dataSection,
  echo,
  failed,
  said,
  wake,
  type ComputingWorld,
} from "../../runtime/snapshots/computing.ts";
import { SITE, page } from "../../runtime/kernel/world.ts";
import { platformPowers } from "./platform.ts";

const DATA = computing();
const PAGES = { home: page("/"), one: page("/one", { sections: [dataSection("first")] }) };
const of = (data: unknown): PluginOutcome => said({ one: { d1: data } });
const shown = async (outcome: PluginOutcome): Promise<{ html: string; markdown: string; made: ComputingWorld }> => {
  const made = await computingWorld(PAGES, [DATA], () => outcome);
  return { html: await made.html("/one"), markdown: await made.html("/one.md"), made };
};
const noticesOf = (made: ComputingWorld) => made.kernel.releases.find(SITE, 1)?.notices ?? [];

/** An object with this many nested levels, built without recursion. */
const nested = (levels: number): unknown => {
  let value: unknown = "deep";
  for (let n = 0; n < levels; n++) value = { value };
  return value;
};

describe("data of a section", () => {
  test("with markup arrive as text, in HTML and in Markdown", async () => {
    const text = `<script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
    const { html, markdown } = await shown(of({ text }));
    expect(html).not.toMatch(/<script>alert|<img src=x/);
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(markdown).not.toMatch(/<script|<img/);
  });

  test.each([
    ["as an own member", JSON.parse('{"text":"x","__proto__":{"polluted":"yes"}}')],
    ["as constructor", JSON.parse('{"text":"x","constructor":{"prototype":{"polluted":"yes"}}}')],
  ])("with a prototype %s pollute nothing and are refused", async (_, data) => {
    const { html, made } = await shown(of(data));
    expect(html).not.toContain("yes");
    expect(html).toContain("nothing known");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(noticesOf(made)).toMatchObject([{ code: "data_unavailable", plugin: "test.data" }]);
  });

  test.each([
    ["under the name of a prototype", JSON.parse('{"__proto__":{"d1":{"text":"yes"}}}')],
    ["inherited", Object.create({ one: { d1: { text: "yes" } } })],
    ["of a page nobody asked for", { home: { d1: { text: "yes" } } }],
    ["of a section nobody asked for", { one: { d2: { text: "yes" } } }],
    ["that are a text", { one: { d1: "yes" } }],
    ["that are a list", { one: { d1: ["yes"] } }],
    ["that are a number", 7],
    ["that are nothing", undefined],
    ["that cannot be written", { one: { d1: { text: 10n } } }],
    [
      "that refuse to be written",
      {
        one: {
          d1: {
            toJSON: () => {
              throw new Error("no");
            },
          },
        },
      },
    ],
    ["too deep to be read", { one: { d1: nested(JSON_MAX_DEPTH) } }],
    ["too deep to be written", { one: { d1: nested(100_000) } }],
  ])("%s are refused", async (_, value) => {
    const { html } = await shown(said(value));
    expect(html).toContain("nothing known");
    expect(html).not.toContain("yes");
  });

  test("with circular references are refused", async () => {
    const circle: Record<string, unknown> = { text: "yes" };
    circle["self"] = circle;
    expect((await shown(of(circle))).html).toContain("nothing known");
  });

  const sized = (chars: number) => ({ text: "x".repeat(chars - JSON.stringify({ text: "" }).length) });
  test.each([DATA_SECTION_MAX_CHARS - 1, DATA_SECTION_MAX_CHARS, DATA_SECTION_MAX_CHARS + 1])(
    "of %i characters are shown up to the bound",
    async (chars) => {
      const { html, made } = await shown(of(sized(chars)));
      const fits = chars <= DATA_SECTION_MAX_CHARS;
      expect(html.includes("nothing known")).toBe(!fits);
      expect(noticesOf(made)).toHaveLength(fits ? 0 : 1);
    },
  );

  test.each([-1, 0, 1])("of all sections of a page together are kept up to the bound, %i beyond it", async (beyond) => {
    const ids = Array.from({ length: 10 }, (_, n) => `d${n}`);
    const frame = JSON.stringify(Object.fromEntries(ids.map((id) => [id, { text: "" }]))).length;
    const each = Math.floor((DATA_PAGE_MAX_CHARS - frame) / ids.length);
    const rest = DATA_PAGE_MAX_CHARS - frame - each * ids.length + beyond;
    const answer = Object.fromEntries(ids.map((id, n) => [id, { text: "x".repeat(each + (n === 0 ? rest : 0)) }]));
    const pages = { home: page("/"), one: page("/one", { sections: ids.map((id) => dataSection("x", id)) }) };
    const made = await computingWorld(pages, [DATA], () => said({ one: answer }));
    expect(noticesOf(made)).toHaveLength(beyond > 0 ? 1 : 0);
  });

  test("that are too long on one page do not affect other pages' data", async () => {
    const pages = { ...PAGES, two: page("/two", { sections: [dataSection("second")] }) };
    const made = await computingWorld(pages, [DATA], () =>
      said({ one: { d1: sized(DATA_SECTION_MAX_CHARS + 1) }, two: { d1: { text: "kept" } } }),
    );
    expect(await made.html("/two")).toContain("kept");
    expect(noticesOf(made)).toMatchObject([{ pages: 1 }]);
  });

  test("of the largest size fit into a row of the platform's database", async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `d${n}`);
    const made = await wake(platformPowers(), (await computingWorld(PAGES, [DATA])).calls, [DATA]);
    made.calls.answer = () =>
      said({ one: Object.fromEntries(ids.map((id) => [id, { text: "\u4e00".repeat(DATA_SECTION_MAX_CHARS - 40) }])) });
    const { initialiseInput, siteOf } = await import("../../runtime/kernel/world.ts");
    const document = siteOf({
      home: page("/"),
      one: page("/one", { sections: ids.map((id) => dataSection("x", id)) }),
    });
    await made.kernel.initialiser.run(initialiseInput(document));
    expect(await made.html("/one")).toContain("\u4e00");
  });

  test("that are missing, because the caller answers too few calls, leave the page as it is", async () => {
    const made = await computingWorld(PAGES, [DATA], (call) => echo(call));
    await made.write("one", page("/one", { sections: [dataSection("changed")] }));
    made.calls.all = async () => [];
    expect(await made.run("publish", {})).toMatchObject({ release: 2, notices: [{ plugin: "test.data" }] });
    expect(await made.html("/one")).toContain("Page /one: first");
  });
});

describe("a plugin's answer to a check before publication", () => {
  async function refusalFor(
    outcome: PluginOutcome,
  ): Promise<{ code: string; detail: { plugins: { reasons?: string[]; unanswered?: string }[] } }> {
    const made = await computingWorld(PAGES, [check()]);
    await made.write("home", page("/", { title: "Other" }));
    made.calls.answer = () => outcome;
    return made.run("publish", {}).then(
      () => Promise.reject(new Error("it was published")),
      (error) => error,
    );
  }

  test("is reduced to one line without invisible or reordering characters", async () => {
    const { code, detail } = await refusalFor(
      said({ veto: ["line one\nPUBLISHED\u0000\u202Edlo\u2066 \u2028end\ud800"] }),
    );
    expect(code).toBe("PUBLISH_VETOED");
    expect(detail.plugins[0]?.reasons).toEqual(["line one PUBLISHED dlo end\ufffd"]);
  });

  test.each([TEXT_MAX_CHARS - 1, TEXT_MAX_CHARS, TEXT_MAX_CHARS + 1])(
    "of %i characters vetoes up to the bound, and never counts as consent",
    async (chars) => {
      expect((await refusalFor(said({ veto: ["x".repeat(chars)] }))).code).toBe(
        chars <= TEXT_MAX_CHARS ? "PUBLISH_VETOED" : "PLUGIN_UNAVAILABLE",
      );
    },
  );

  test.each([VETO_MAX_REASONS - 1, VETO_MAX_REASONS, VETO_MAX_REASONS + 1])(
    "with %i reasons vetoes up to the bound, and never counts as consent",
    async (count) => {
      expect((await refusalFor(said({ veto: Array.from({ length: count }, () => "no") }))).code).toBe(
        count <= VETO_MAX_REASONS ? "PUBLISH_VETOED" : "PLUGIN_UNAVAILABLE",
      );
    },
  );

  test.each([true, "", 0, [], {}, { veto: [""] }, { veto: null }, { veto: ["no"], also: 1 }, { allow: true }])(
    "of %j is not consent",
    async (value) => {
      expect((await refusalFor(said(value))).code).toBe("PLUGIN_UNAVAILABLE");
    },
  );

  test.each([PLUGIN_MESSAGE_MAX_CHARS, PLUGIN_MESSAGE_MAX_CHARS + 1])(
    "of a failure of %i characters is shortened",
    async (chars) => {
      const { detail } = await refusalFor(failed("x".repeat(chars)));
      expect(detail.plugins[0]?.unanswered).toHaveLength(PLUGIN_MESSAGE_MAX_CHARS);
    },
  );

  test("never counts as consent when it is missing", async () => {
    const made = await computingWorld(PAGES, [check()]);
    await made.write("home", page("/", { title: "Other" }));
    made.calls.all = async () => [];
    await expect(made.run("publish", {})).rejects.toMatchObject({ code: "PLUGIN_UNAVAILABLE" });
  });
});
