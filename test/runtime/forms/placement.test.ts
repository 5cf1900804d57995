import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { FORM_PLACES_KEPT } from "../../../manifests/bounds/forms.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { chooseLetters } from "../../../runtime/mail/views.ts";
import { formIdShape } from "../../../runtime/forms/formIdShape.ts";
import { PLACED_PACK, placedWorld, shared } from "../placing/placedWorld.ts";
import { FORM_SCRIPT_PATH } from "../../../runtime/forms/script.ts";
import { CACHE_IMMUTABLE } from "../../../runtime/serving/answerHeaders.ts";
import {
  type World,
  SITE,
  page,
  plugin,
  textPlugin,
  textSection,
  themePlugin,
  worldOf,
  worldWith,
} from "../kernel/world.ts";

const fields = (properties: object): object => ({ type: "object", properties, additionalProperties: false });

const formPlugin = plugin(
  "test.form",
  {
    sections: [
      {
        name: "form",
        title: "Form",
        category: "contact",
        template: "form.liquid",
        markdown: "form.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: fields({ form: { type: "string", title: "Form" } }),
        form: { type: { field: "form" } },
        example: { fields: {} },
      },
    ],
    forms: [
      { name: "short", title: "A *short* form", fields: fields({ a: { type: "string", title: "Your [word]" } }) },
    ],
  } as unknown as Contributes,
  { "form.liquid": "<div>{{ form }}</div>", "form.md.liquid": "{{ form }}" },
);

const formSection = (id: string, form = "test.form/short"): Section => ({
  id,
  type: "test.form/form",
  fields: { form },
});
const world = (sections: Section[]) =>
  worldWith({ home: page("/", { sections }) }, [textPlugin(), themePlugin, formPlugin]);

test("a form is drawn where its section prints it, and told to machines in words", async () => {
  const { kernel, html } = await world([formSection("ask")]);
  expect(await html("/")).toContain('<div><form class="form" method="post" action="/api/forms/home.ask"');
  const markdown = await kernel.published.markdown(SITE, "home");
  expect(markdown).toContain("(https://acme.example/#ask)");
  expect(markdown).toContain("- Your \\[word\\] (optional)");
});

test("a form of a shared section stands on each page that shows it, and takes what visitors send there", async () => {
  const { kernel, html } = await placedWorld({ hours: shared("hours", "", { sections: [formSection("ask")] }) }, [
    ...PLACED_PACK,
    formPlugin,
  ]);
  for (const [id, path] of [
    ["home", "/"],
    ["contact", "/contact"],
  ] as const) {
    const form = `${id}.here__ask`;
    expect(formIdShape.safeParse(form).success).toBe(true);
    expect(chooseLetters.safeParse({ form, wanted: true }).success).toBe(true);
    expect(await html(path)).toContain(`action="/api/forms/${form}"`);
    const place = await kernel.published.placement(SITE, form);
    expect(place).toMatchObject({ page: id, section: "here__ask", model: { type: "test.form/short" } });
    const sent = await kernel.published.withForm(SITE, place, { kind: "sent" }, 200);
    expect(sent.body).toContain('id="here__ask"');
  }
  for (const form of ["hours.ask", "home.ask", "home.here__gone", "about.here__ask", "home.here"])
    await expect(kernel.published.placement(SITE, form)).rejects.toMatchObject({ code: "NOT_FOUND" });
  for (const form of ["home.__ask", "home.here__", "home.here__ask__more", "home.here___ask", "home.HERE__ask"])
    expect(formIdShape.safeParse(form).success).toBe(false);
});

test("a form nobody contributes shows nothing to visitors and words to editors, and takes nothing", async () => {
  const { kernel, html } = await world([formSection("ask", "gone.plugin/form")]);
  expect(await html("/")).toContain("<div></div>");
  const draft = await kernel.draft.answer(SITE, "/");
  expect(draft.body).toContain("The form gone.plugin/form is missing");
  await expect(kernel.published.placement(SITE, "home.ask")).rejects.toMatchObject({
    code: "PLUGIN_UNAVAILABLE",
    detail: { plugin: "gone.plugin" },
  });
});

test("a page is published anew when the plugin of its form is another, though its section's is not", async () => {
  const questions = (version: string, title: string) =>
    plugin(
      "other.forms",
      {
        forms: [{ name: "ask", title: "Ask", fields: fields({ a: { type: "string", title } }) }],
      } as unknown as Contributes,
      {},
      version,
    );
  const pack = [textPlugin(), themePlugin, formPlugin];
  const before = await worldWith({ home: page("/", { sections: [formSection("ask", "other.forms/ask")] }) }, pack);
  expect(await before.html("/")).toContain("<div></div>");
  for (const [version, title] of [
    ["1.0.0", "First"],
    ["1.1.0", "Second"],
  ] as const) {
    const after = before.restart([...pack, questions(version, title)]);
    expect(await after.run("publish", {})).toMatchObject({ changed: 1 });
    expect(await after.html("/")).toContain(`>${title} <span`);
  }
});

test("the challenge of a deployment is in pages whose form asks for it, and their policy lets in nothing else; a draft has words in its place (hazard 8)", async () => {
  const asking = plugin(
    "test.asking",
    {
      forms: [
        { name: "ask", title: "Ask", fields: fields({ a: { type: "string", title: "A" } }), spam: { challenge: true } },
      ],
    } as unknown as Contributes,
    {},
  );
  const pages = {
    home: page("/", { sections: [formSection("ask", "test.asking/ask")] }),
    plain: page("/plain", { sections: [formSection("ask")] }),
  };
  const policyOf = async ({ kernel }: World, path: string): Promise<string> =>
    (await kernel.published.answer(SITE, path, null)).headers["Content-Security-Policy"] ?? "";
  const pack = [textPlugin(), themePlugin, formPlugin, asking];
  const without = await worldWith(pages, pack);
  expect(await without.html("/")).not.toContain("challenges.cloudflare.com");
  const challenged = worldOf(without.powers, pack, { challengeKey: "a-key" });
  expect(await challenged.run("publish", {})).toMatchObject({ state: "ready" });
  expect(await challenged.html("/")).toContain(
    '<div class="cf-turnstile" data-sitekey="a-key"></div>\n<script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>',
  );
  expect(await policyOf(challenged, "/")).toMatch(
    /; frame-src https:\/\/challenges\.cloudflare\.com; script-src https:\/\/challenges\.cloudflare\.com$/,
  );
  expect(await challenged.html("/")).not.toContain(FORM_SCRIPT_PATH);
  const draft = await challenged.kernel.draft.answer(SITE, "/");
  expect(draft.body).toContain("Before sending, visitors show here that they are people.");
  expect(draft.body).not.toMatch(/<script|cf-turnstile|a-key/);
  expect(draft.headers["Content-Security-Policy"]).not.toMatch(/challenges|script-src|frame-src/);
  expect(await challenged.html("/plain")).not.toContain("challenges.cloudflare.com");
  expect(await policyOf(challenged, "/plain")).not.toContain("challenges.cloudflare.com");
});

test("members see in a draft that a form confirms no address, because it asks for none; visitors see nothing of it", async () => {
  const asking = plugin(
    "test.confirming",
    {
      sections: [
        {
          name: "form",
          title: "Form",
          category: "contact",
          template: "form.liquid",
          markdown: "form.md.liquid",
          variants: [{ name: "plain", title: "Plain" }],
          fields: fields({ confirmAddress: { type: "boolean", title: "Confirm" } }),
          form: { type: "test.form/short", confirmAddress: { field: "confirmAddress" } },
          example: { fields: {} },
        },
      ],
    } as unknown as Contributes,
    { "form.liquid": "<div>{{ form }}</div>", "form.md.liquid": "{{ form }}" },
  );
  for (const isWanted of [true, false]) {
    const section = { id: "ask", type: "test.confirming/form", fields: { confirmAddress: isWanted } };
    const { kernel, html } = await worldWith({ home: page("/", { sections: [section] }) }, [
      textPlugin(),
      themePlugin,
      formPlugin,
      asking,
    ]);
    const words = "Visitors confirm no address here";
    expect((await kernel.draft.answer(SITE, "/")).body?.includes(words)).toBe(isWanted);
    expect(await html("/")).not.toContain(words);
  }
});

test.each([FORM_PLACES_KEPT - 1, FORM_PLACES_KEPT, FORM_PLACES_KEPT + 1])(
  "of %i forms that were asked for, as many are remembered as fit",
  async (count) => {
    const { kernel } = await world(Array.from({ length: count }, (_, n) => formSection(`f${n}`)));
    const all = async () => {
      const places = [];
      for (let n = 0; n < count; n += 1) places.push(await kernel.published.placement(SITE, `home.f${n}`));
      return places;
    };
    const [first, second] = [await all(), await all()];
    expect(second.filter((place, n) => place === first[n])).toHaveLength(Math.min(count, FORM_PLACES_KEPT));
  },
);

test("a page with forms loads the script that sends them, from its one address; other pages, and editors' drafts, load none", async () => {
  const pages = {
    home: page("/", { sections: [formSection("ask"), formSection("other")] }),
    plain: page("/plain", { sections: [textSection("No form")] }),
  };
  const { kernel, html } = await worldWith(pages, [textPlugin(), themePlugin, formPlugin]);
  const answer = (path: string) => kernel.published.answer(SITE, path, null);
  const { headers, body } = await answer("/");
  const element = '<script type="module" src="/_assets/';
  expect(body?.split(element)).toHaveLength(3);
  expect(headers["Content-Security-Policy"]).toMatch(
    new RegExp(`; script-src https://[a-z.-]+${FORM_SCRIPT_PATH.replace(".", "\\.")}$`),
  );
  const script = await answer(FORM_SCRIPT_PATH);
  expect([script.status, script.headers["Content-Type"], script.headers["Cache-Control"]]).toEqual([
    200,
    "text/javascript; charset=utf-8",
    CACHE_IMMUTABLE,
  ]);
  expect(/integrity="([^"]+)"/.exec(body ?? "")?.[1]).toBe(
    `sha256-${createHash("sha256")
      .update(script.body ?? "")
      .digest("base64")}`,
  );
  expect((await answer(FORM_SCRIPT_PATH.replace(/[0-9a-f]{4}\.js$/, "0000.js"))).status).toBe(404);
  expect(await html("/plain")).not.toContain("<script");
  expect((await answer("/plain")).headers["Content-Security-Policy"]).not.toContain("script-src");
  const draft = await kernel.draft.answer(SITE, "/");
  expect([
    draft.body?.includes("<form"),
    draft.body?.includes("<script"),
    draft.headers["Content-Security-Policy"]?.includes("script-src"),
  ]).toEqual([true, false, false]);
});

describe("submissions and their export of a form", () => {
  const NONE = { items: [], asked: [], next: null, total: 0, unread: 0 };
  const read = ({ kernel: { submissionBox: box } }: World, form: string) => [
    box.list(SITE, form, {}, null, null),
    box.export(SITE, form, null).next,
  ];
  const reads = async (at: World, form: string) => {
    await at.kernel.plugins.prepare();
    return read(at, form);
  };

  test("that nobody has sent are none as long as the draft or the publication shows it", async () => {
    const placed = await world([formSection("ask")]);
    expect(await reads(placed, "home.ask")).toEqual([NONE, null]);
    await placed.write("home", page("/", { sections: [formSection("new")] }));
    expect(await reads(placed, "home.new")).toEqual([NONE, null]);
    expect(await reads(placed, "home.ask")).toEqual([NONE, null]);
    await placed.run("publish", {});
    await expect(reads(placed, "home.ask")).rejects.toMatchObject({ code: "NOT_FOUND", detail: { form: "home.ask" } });
  });

  test("of a plugin that takes no part are none, for nobody knows whether its section shows one", async () => {
    const without = (await world([formSection("ask")])).restart([textPlugin(), themePlugin]);
    expect(await reads(without, "home.ask")).toEqual([NONE, null]);
  });

  test.each([
    ["a page there is not", "gone.ask"],
    ["a section there is not", "home.gone"],
    ["a section without a form", "home.s1"],
  ])("on %s are not found", async (_, form) => {
    await expect(reads(await world([textSection("Words"), formSection("ask")]), form)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("that is placed nowhere any more stay, until the last one is gone", async () => {
    const placed = await world([textSection("Words")]);
    const { submissions } = placed.kernel;
    const id = submissions.add({
      site: SITE,
      form: "home.old",
      type: "test.form/short",
      title: "Old",
      keptMs: 1_000_000,
      fields: {},
      personal: [],
    });
    expect(await reads(placed, "home.old")).toMatchObject([{ total: 1, items: [{ id }] }, null]);
    submissions.remove(submissions.require(SITE, "home.old", id));
    submissions.sweep();
    await expect(reads(placed, "home.old")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
