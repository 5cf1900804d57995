/**
 * The look of a site whose theme is missing: plain, accessible, and complete. It belongs to the kernel, so that a
 * site survives the loss of a plugin.
 */
import { onBase } from "./themeBase.ts";

export const PLAIN_LAYOUT = `<a class="skip-link" href="#main_content">{{ labels.skip }}</a>
{{ regions.header }}<header class="site-header">
<div class="wrap site-header__bar">
<a class="site-brand" href="{{ site.home | link }}">{{ site.name }}</a>
{%- if navigation.header.size > 0 %}
<nav aria-label="{{ labels.main }}"><ul>
{%- for item in navigation.header %}
<li><a href="{{ item.href }}"{% if item.language %} hreflang="{{ item.language }}"{% endif %}{% if item.current %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{%- endfor %}
</ul></nav>
{%- endif %}
{%- if page.languages.size > 0 %}
<nav class="site-languages" aria-label="{{ labels.languages }}"><ul>
{%- for one in page.languages %}
<li><a href="{{ one.path }}" hreflang="{{ one.tag }}" lang="{{ one.tag }}" dir="{{ one.dir }}"{% if one.current %} aria-current="true"{% elsif one.translated == false %} title="{{ labels.languageHome }}"{% endif %}>{{ one.name }}</a></li>
{%- endfor %}
</ul></nav>
{%- endif %}
</div>
</header>
<main id="main_content" tabindex="-1">
{%- unless page.titleShown %}
<h1>{{ page.title }}</h1>
{%- endunless %}
{{ content }}
</main>
{{ regions.footer }}<footer class="site-footer">
<div class="wrap site-footer__grid">
<p class="site-footer__name">{{ site.name }}</p>
{%- if navigation.footer.size > 0 %}
<nav aria-label="{{ labels.footer }}"><ul>
{%- for item in navigation.footer %}
<li><a href="{{ item.href }}"{% if item.language %} hreflang="{{ item.language }}"{% endif %}{% if item.current %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{%- endfor %}
</ul></nav>
{%- endif %}
</div>
</footer>`;

const LIGHT = {
  background: "#ffffff",
  surface: "#f4f5f7",
  text: "#1b1f24",
  muted: "#555c66",
  border: "#c9ced6",
  accent: "#1550b0",
  "on-accent": "#ffffff",
  "accent-soft": "#e5edfb",
};
const DARK = {
  background: "#14171b",
  surface: "#1e2329",
  text: "#eceff3",
  muted: "#a9b1bc",
  border: "#3a424d",
  accent: "#8fb8ff",
  "on-accent": "#0c1b33",
  "accent-soft": "#1d2c47",
};

/** All tokens that a section may use, with values of sufficient contrast. */
export const PLAIN_TOKENS = {
  base: {
    "font-body": "system-ui, sans-serif",
    "font-heading": "system-ui, sans-serif",
    "font-mono": "ui-monospace, monospace",
    radius: "0.375rem",
    space: "1rem",
    "width-text": "40rem",
    "width-wide": "72rem",
    "text-size": "1.0625rem",
  },
  light: LIGHT,
  dark: DARK,
} as const;

/** The base sheet has all classes that sections use, so little is left to say. */
export const PLAIN_CSS = onBase(
  { base: 1 },
  `@layer plain {
:is(.site-header,.site-footer) ul{display:flex;flex-wrap:wrap;gap:0 var(--space);padding:0;list-style:none}
main>h1{inline-size:min(100% - 2*var(--gutter),var(--width-wide));margin:var(--rhythm) auto 0}
.skip-link{position:absolute;inset-inline-start:-100vw}
.skip-link:focus{inset-inline-start:0}
}`,
  () => false,
);
