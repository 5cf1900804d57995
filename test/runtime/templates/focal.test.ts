import { describe, expect, test } from "vitest";
import { validateFields } from "../../../manifests/fields/fields.ts";
import { FOCAL_CSS } from "../../../runtime/templates/focal.ts";
import { rendererOf } from "../rendering/renderingSite.ts";
import { rendered } from "../rendering/specimen.ts";

const picture = { src: "/media/a.jpg", alt: "", width: 10, height: 10 };
const shown = (focal: unknown): string => rendered("{{ i | image }}", { i: { ...picture, focal } });

describe("the focal point of a picture", () => {
  test.each([
    [{ x: 0, y: 1 }, ' data-focal-x="0" data-focal-y="100"'],
    [{ x: 0.3, y: 0.5 }, ' data-focal-x="30" data-focal-y="50"'],
    [{ x: 0.5, y: 0.024 }, ' data-focal-x="50" data-focal-y="0"'],
    [{ x: 0.5, y: 0.026 }, ' data-focal-x="50" data-focal-y="5"'],
  ])("%j names its steps, and the style sheet has a rule for each", (focal, named) => {
    expect(shown(focal)).toContain(named);
    for (const [, rule] of named.matchAll(/ (\S+="\d+")/g)) expect(FOCAL_CSS).toContain(`[${rule}]{`);
  });

  test.each([
    [undefined],
    [null],
    ["left"],
    [{ x: 0.5, y: 0.5 }],
    [{ x: 0.51, y: 0.49 }],
    [{ x: 0.2 }],
    [{ x: "0.2", y: 0.2 }],
    [{ x: 1.01, y: 0 }],
    [{ x: -0.01, y: 0 }],
    [{ x: Number.NaN, y: 0 }],
    [{ x: '"><script>', y: 0 }],
  ])("%j changes nothing", (focal) => expect(shown(focal)).not.toContain("focal"));

  test("stands in the layer any theme wins over", () => {
    const sheet = rendererOf().stylesheet({ theme: "test.theme/slim", scheme: "auto", tokens: {} });
    const layer = sheet.slice(sheet.indexOf("@layer kernel"), sheet.indexOf("\n}\n"));
    expect(layer).toContain(FOCAL_CSS);
  });

  test("is taken with a picture, within its bounds", () => {
    const fields = {
      type: "object",
      properties: { picture: { $ref: "drawbridge:image", title: "Picture" } },
      additionalProperties: false,
    };
    const issues = (focal: unknown): string[] =>
      validateFields(fields, { picture: { ...picture, focal } }).map(({ pointer }) => pointer);
    expect([issues({ x: 0, y: 1 }), issues({ x: 0.001, y: 0.999 })]).toEqual([[], []]);
    expect(issues({ x: -0.001, y: 1.001 })).toEqual(["/picture/focal/x", "/picture/focal/y"]);
    expect(issues({ x: 0 })).toEqual(["/picture/focal/y"]);
    expect(issues({ x: 0, y: 0, z: 0 })).toEqual(["/picture/focal/z"]);
  });
});
