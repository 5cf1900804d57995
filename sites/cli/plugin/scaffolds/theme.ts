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

const LAYOUT = `<a class="site-skip" href="#main_content">Skip to the content</a>
<header class="wrap site-header">
  <a href="/">{{ site.name }}</a>
  {%- if navigation.header.size > 0 %}
  <nav aria-label="Main">
    <ul>
      {%- for item in navigation.header %}
      <li><a href="{{ item.href }}"{% if item.current %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
      {%- endfor %}
    </ul>
  </nav>
  {%- endif %}
</header>
<main id="main_content" tabindex="-1">
  {% unless page.titleShown %}<h1 class="wrap text">{{ page.title }}</h1>{% endunless %}
  {{ content }}
</main>
<footer class="wrap site-footer">
  <p class="muted">{{ site.name }}</p>
</footer>
`;

const CSS = `* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--background);
  color: var(--text);
  font: var(--text-size)/1.6 var(--font-body);
}

h1,
h2,
h3,
h4 {
  margin: 0;
  font-family: var(--font-heading);
  line-height: 1.2;
}

p,
ul,
ol,
dl {
  margin: 0;
}

a {
  color: var(--accent);
}

img {
  max-inline-size: 100%;
  block-size: auto;
}

.section {
  padding-block: calc(3 * var(--space));
}

.section .section {
  padding-block: 0;
}

.wrap {
  inline-size: min(100% - 2 * var(--space), var(--width-wide));
  margin-inline: auto;
}

.wrap.text {
  max-inline-size: var(--width-text);
}

.prose {
  display: grid;
  gap: var(--space);
}

.surface {
  padding: var(--space);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--surface);
}

.button {
  display: inline-block;
  padding: 0.5em 1em;
  border: 1px solid var(--accent);
  border-radius: var(--radius);
  background: var(--accent);
  color: var(--on-accent);
  text-decoration: none;
}

.button--quiet {
  background: transparent;
  color: var(--accent);
}

.eyebrow,
.muted {
  color: var(--muted);
}

.lead {
  font-size: 1.25em;
}

.table-scroll {
  overflow-x: auto;
}

.align-left {
  text-align: start;
}

.align-center {
  text-align: center;
}

.align-right {
  text-align: end;
}

.site-skip:not(:focus) {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

.site-header,
.site-header ul {
  display: flex;
  flex-wrap: wrap;
  gap: var(--space);
  padding-block: var(--space);
  list-style: none;
}

.site-footer {
  padding-block: calc(2 * var(--space));
  border-block-start: 1px solid var(--border);
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
