/** A blog of Zola: addresses with dots and capitals, an alias for each, SVG, notes, anchors and control characters. */
import { pngOf, SVG } from "../../support/mediaFiles.ts";
import type { Cut } from "./cut.ts";

const FIRST = `The harbour compiler is ready for *everybody*. We have worked on it since [the sketch][sketch], and it now does three things:

1. It reads tide tables.
2. It warns of drafts that are too deep.
3. It prints a chart, see [the numbers](#the-numbers-in-short).

<!-- more -->

## The numbers, in short

| port | depth |
|:-----|------:|
| Ayr  | 4.2 m |
| Leith | 6 m  |

![Growth of the project](/images/growth.svg)

Depths are those of the chart.[^1] A second source agrees.[^two]

### What comes next {#next}

- [x] Charts
- [ ] Currents

[^1]: The chart of 1911, corrected twice.
[^two]: See \`chart.rs\` and the *old* log.

[sketch]: @/harbour/2013-07-02-The-Sketch.md
`;

const SKETCH = `# How it began

We drew it on a napkin. H<sub>2</sub>O and x<sup>2</sup> were on it, and <kbd>Ctrl</kbd>+<kbd>C</kbd>.

# Where it goes

See [what comes next](/2014/12/09/Harbour-1.0.html#next), or [the same again](../../../2014/12/09/Harbour-1.0/#next).

\`\`\`rust
fn main() { println!("<main> & more"); }
\`\`\`

<details>
<summary>A long list</summary>

- rope
- tar

</details>
`;

const NOTES = `A note with a stray\u000b sign in it, and a\u000c second one.

Term
: What the term means.

~~~
plain ~~~ code stays
~~~

Read <https://far.example/essay> and [the rules](@/policies/rules.md#second-rule). ==Marked== and ~~struck~~.

<div class="warning">

Mind **the step**.

</div>

> A quotation
> in two lines.
`;

const RULES = `## First rule

Be kind.

## Second rule

Be brief; see [the first](#first-rule) and [the notes](https://blog.old.example/inside/2020/02/29/notes.html).
`;

const CAPITALS = `Written in capitals: [Sketch](@/harbour/2013-07-02-The-Sketch.md#where-it-goes).

![A lamp](lamp.png) and ![the same lamp](lamp.png).

![Lit](lamp.png "Lit at dusk")

`;

const SIZE = `Shown as written: {{/* youtube(id="x") */}} and \`{%/* tip() */%}\`. ##Not a heading.
`;

const front = (title: string, more: string): string => `+++\ntitle = "${title}"\n${more}\n+++\n`;

export const ZOLA: Cut = {
  files: {
    "config.toml": 'base_url = "https://blog.old.example"\ntitle = "Harbour"\n[[taxonomies]]\nname = "tags"\n',
    "templates/index.html": "<h1>{{ config.title }}</h1>",
    "content/_index.md": '+++\ntitle = "Harbour blog"\n+++\nAll news of the harbour.\n',
    "content/harbour/_index.md": '+++\ntitle = "Main news"\n+++\n',
    "content/harbour/2014-12-09-Harbour-1.0.md":
      front(
        "Harbour 1.0, and after",
        'path = "2014/12/09/Harbour-1.0"\ndate = 2014-12-09\nauthors = ["Ada Marsh", "Jo Wendt"]\naliases = ["2014/12/09/Harbour-1.0.html", "releases/Harbour-1.0"]\n[taxonomies]\ntags = ["release", "Tide & time"]',
      ) + FIRST,
    "content/harbour/2013-07-02-The-Sketch.md":
      front(
        "The sketch",
        'path = "2013/07/02/The-Sketch"\ndate = 2013-07-02\nauthor = "Ada Marsh"\naliases = ["2013/07/02/The-Sketch.html"]\n[taxonomies]\ntags = ["release"]',
      ) + SKETCH,
    "content/inside/2020-02-29-notes.md":
      front(
        "Notes",
        'path = "inside/2020/02/29/notes"\ndate = 2020-02-29\naliases = ["inside/2020/02/29/notes.html"]',
      ) + NOTES,
    "content/inside/2021-01-01-CAPITALS/index.md": front("CAPITALS", "date = 2021-01-01") + CAPITALS,
    "content/inside/2021-01-01-CAPITALS/lamp.png": pngOf(31, 17),
    "content/policies/rules.md": front("Rules", 'path = "policies/Rules"') + RULES,
    "content/inside/2022-05-04-Größe-2.0.md": front("Size 2.0", "date = 2022-05-04") + SIZE,
    "content/inside/2022-05-05-idea.md": front("An idea", "date = 2022-05-05\ndraft = true") + "Not yet.\n",
    "static/images/growth.svg": SVG,
  },
  texts: {
    "Harbour 1.0, and after": FIRST,
    "The sketch": SKETCH,
    Notes: NOTES,
    CAPITALS,
    Rules: RULES,
    "Size 2.0": SIZE,
    "Harbour blog": "All news of the harbour.\n",
  },
  pictures: 4,
  addresses: {
    "/": "Harbour blog",
    "/2014/12/09/Harbour-1.0/": "Harbour 1.0, and after",
    "/2014/12/09/Harbour-1.0.html": "Harbour 1.0, and after",
    "/releases/Harbour-1.0/": "Harbour 1.0, and after",
    "/2013/07/02/The-Sketch/": "The sketch",
    "/2013/07/02/The-Sketch.html": "The sketch",
    "/inside/2020/02/29/notes/": "Notes",
    "/inside/2020/02/29/notes.html": "Notes",
    "/inside/capitals/": "CAPITALS",
    "/inside/grosse-2-0/": "Size 2.0",
    "/policies/Rules/": "Rules",
    "/harbour/": "Main news",
    "/tags/release/": "release",
    "/tags/tide-time/": "Tide & time",
    "/images/growth.svg": "file",
    "/inside/capitals/lamp.png": "file",
  },
  hidden: ["/inside/idea/"],
  receipt: [
    "content/inside/2020-02-29-notes.md, line 7: a control character, removed",
    "content/inside/2022-05-05-idea.md: a draft; it is held until you release it",
  ],
};
