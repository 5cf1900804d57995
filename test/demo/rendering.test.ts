import { describe, expect, test } from "vitest";
import { FORM_SCRIPT_ELEMENT } from "../../runtime/forms/script.ts";
import { DEMO_PAGES, renderer, skippedPlugins } from "./demoPages.ts";

test("no plugin is left out", () => {
  expect(skippedPlugins).toEqual([]);
});

describe.each(DEMO_PAGES)("%s", (_, input) => {
  const { html, missing, frames } = renderer.page(input);

  test("shows every section", () => {
    expect(missing).toEqual([]);
    expect(renderer.checkPage(input.page)).toEqual({ changed: [], issues: [], idleIssues: [], unknown: [] });
    expect(renderer.problems()).toEqual([]);
  });

  test("has one main heading, and no heading skips a level", () => {
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  test("loads nothing from elsewhere but the frames it declares, and no script but that of its forms", () => {
    const own = html.replaceAll(`</form>\n${FORM_SCRIPT_ELEMENT}`, "</form>");
    const sources = [...own.matchAll(/\s(?:src|srcset|poster)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(
      sources.filter(
        (source) => !source.startsWith("/media/") && !frames.some((frame) => source.startsWith(`${frame}/`)),
      ),
    ).toEqual([]);
    expect(own).not.toMatch(/<script(?! type="application\/ld\+json")/);
  });

  test("has the same words as Markdown", () => {
    expect(renderer.markdown(input)).toContain("# ");
    expect(renderer.markdown(input)).not.toMatch(/<[a-z]+[ >]/);
  });
});
