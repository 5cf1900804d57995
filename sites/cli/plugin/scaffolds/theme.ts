import type { ScaffoldFiles, NewPlugin } from "./wish.ts";
import { head, pluginTitle } from "./wish.ts";

interface Token {
  readonly title: string;
  readonly value: string;
}

const MEASURES: Readonly<Record<string, Token>> = {
  "font-body": { title: "Font of texts", value: "system-ui, sans-serif" },
  "font-heading": { title: "Font of headings", value: "Georgia, serif" },
  "font-mono": { title: "Font of code", value: "ui-monospace, monospace" },
  "text-size": { title: "Size of texts", value: "1.0625rem" },
  space: { title: "Distance", value: "1rem" },
  radius: { title: "Roundness of corners", value: "8px" },
  "width-text": { title: "Width of texts", value: "42rem" },
  "width-wide": { title: "Width of pages", value: "74rem" },
};

const COLOURS = [
  ["background", "Background", "#fffdf8", "#16130f"],
  ["surface", "Cards", "#f6f1e7", "#221d17"],
  ["text", "Text", "#221c14", "#f0e9de"],
  ["muted", "Secondary text", "#5f5548", "#b5a999"],
  ["border", "Lines", "#e0d6c5", "#3b342b"],
  ["accent", "Links and buttons", "#8a3b12", "#f0a878"],
  ["on-accent", "Text on buttons", "#ffffff", "#2a1206"],
  ["accent-soft", "Background of highlights", "#f6e4d8", "#3a2417"],
] as const;

const tokenLine = (name: string, title: string, value: string, more: string): string =>
  `              ${JSON.stringify(name)}: { "type": "string",${more} "title": ${JSON.stringify(title)}, "default": ${JSON.stringify(value)} },`;

const group = (name: string, lines: readonly string[]): string => `          ${JSON.stringify(name)}: {
            "type": "object",
            "additionalProperties": false,
            "properties": {
${lines.join("\n")}
            },
          },`;

const colours = (which: 2 | 3): string[] =>
  COLOURS.map((row) => tokenLine(row[0], row[1], row[which], ' "format": "color",'));

const manifest = (wish: NewPlugin): string => `${head(wish, "declarative")}
  "contributes": {
    "themes": [
      {
        "name": "plain",
        "title": ${JSON.stringify(pluginTitle(wish.id))},
        "description": "Warm paper, and one colour for links and buttons.",
        "layout": "layout.liquid",
        "css": "theme.css",
        // The base has all that a page needs, and this theme's sheet stands above it. Settings are values of the base.
        "base": 1,
        "settings": {
          "heading-weight": "600",
          "h1-size": "clamp(2.25rem, 1.5rem + 3vw, 4rem)",
          "button-padding": "0.6em 1.5em",
        },
        // An owner may change each of these. Every theme has them; more are welcome.
        "tokens": {
${group(
  "base",
  Object.entries(MEASURES).map(([name, { title, value }]) => tokenLine(name, title, value, "")),
)}
${group("light", colours(2))}
${group("dark", colours(3))}
        },
      },
    ],
  },
}
`;

const LAYOUT = `<a class="site-skip" href="#main_content">{{ labels.skip }}</a>
<header class="site-header">
  <div class="wrap site-header__bar">
    <a class="site-brand" href="/">{{ site.name }}</a>
    {%- if navigation.header.size > 0 %}
    <nav class="site-links" aria-label="{{ labels.main }}">
      <ul>
        {%- for item in navigation.header %}
        <li><a href="{{ item.href }}"{% if item.current %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
        {%- endfor %}
      </ul>
    </nav>
    {%- endif %}
  </div>
</header>
<main id="main_content" tabindex="-1">
  {%- unless page.titleShown %}
  <header class="section site-page-head">
    <div class="wrap"><h1>{{ page.title }}</h1></div>
  </header>
  {%- endunless %}
  {{ content }}
</main>
<footer class="site-footer">
  <p class="wrap muted">{{ site.name }}</p>
</footer>
`;

const CSS = `/* Rules here win over the base, whatever the selectors. */
.site-links ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  padding: 0;
  list-style: none;
}

.site-links a {
  color: var(--text);
  text-decoration: none;
}

.site-links a:hover,
.site-links [aria-current] {
  color: var(--accent);
  text-decoration: underline;
}

.site-footer {
  padding-block: calc(2 * var(--space));
}
`;

const test = ({ id }: NewPlugin): string => `import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("dresses a page, and shows its title once", async () => {
  const site = await startPlugin();
  await site.theme("${id}/plain");
  await site.pages.add({ path: "/news", title: "News" });
  await site.publish();
  const { status, body } = await site.pages.visit("/news");
  expect(status).toBe(200);
  expect(body).toContain('data-theme="${id}/plain"');
  expect(body?.split("<h1")).toHaveLength(2);
});
`;

export const theme = (wish: NewPlugin): ScaffoldFiles => ({
  "plugin.jsonc": manifest(wish),
  "layout.liquid": LAYOUT,
  "theme.css": CSS,
  "theme.test.js": test(wish),
});
