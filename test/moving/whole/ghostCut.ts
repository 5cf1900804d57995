/** An export of Ghost: cards, posts for members alone, pictures of another host, and redirects by patterns. */
import { pngOf, WEBP } from "../../support/mediaFiles.ts";
import type { Cut } from "./cut.ts";

const CARDS = `<p>Welcome, <em>reader</em>. See <a href="__GHOST_URL__/about/#team">the team</a> and <a href="__GHOST_URL__/tides/">the tides</a>.</p>
<!--kg-card-begin: markdown--><h2 id="knots">Knots</h2><ul><li>Bowline</li></ul><!--kg-card-end: markdown-->
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2024/03/knot.png" class="kg-image" alt="A knot" loading="lazy"><figcaption>Tied by <b>Ada</b></figcaption></figure>
<figure class="kg-card kg-gallery-card kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2024/03/knot.png" alt="One"></div><div class="kg-gallery-image"><img src="https://pictures.example/two.webp" alt="Two"></div></div></div><figcaption>Both knots</figcaption></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://far.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Far away</div><div class="kg-bookmark-description">A site of others</div></div></a></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div class="kg-callout-text">Mind the tide</div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4></div><div class="kg-toggle-content"><p>Because of ropes.</p></div></div>
<div class="kg-card kg-button-card"><a href="__GHOST_URL__/about/" class="kg-btn">Meet us</a></div>
<pre><code class="language-js">const a = "&lt;b&gt;";</code></pre>
<blockquote class="kg-blockquote-alt">A quiet word</blockquote><hr>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ" title="Film"></iframe></figure>`;

const TIDES = `<p>Tides rise <a href="#notes">twice</a> a day.</p><h3 id="notes">Notes</h3><p>Twice, <a href="/welcome/#knots">as ropes do</a>.</p><table><thead><tr><th>Port</th></tr></thead><tbody><tr><td>Ayr</td></tr></tbody></table>`;
const ABOUT = `<h2 id="team">The team</h2><p>Ada &amp; Jo\u000b at work.</p>`;

const post = (id: string, slug: string, title: string, html: string, more: object = {}): object => ({
  id,
  slug,
  title,
  html,
  type: "post",
  status: "published",
  visibility: "public",
  published_at: "2024-03-01T10:00:00.000Z",
  ...more,
});

const DATA = {
  posts: [
    post("1", "welcome", "Welcome aboard", CARDS, {
      feature_image: "https://pictures.example/two.webp",
      featured: 1,
      canonical_url: "https://far.example/first",
      codeinjection_head: "<style>p{}</style>",
      custom_template: "custom-wide",
    }),
    post("2", "tides", "Tides", TIDES, { custom_excerpt: "On tides" }),
    post("3", "about", "About", ABOUT, { type: "page" }),
    post("4", "paid", "For members", "<p>Public.</p><!--members-only--><p>Paid.</p>", { visibility: "paid" }),
    post("5", "idea", "Idea", "<p>Not yet.</p>", { status: "draft", published_at: null }),
    post("6", "later", "Later", "<p>Soon.</p>", { status: "scheduled", published_at: "2030-01-01T00:00:00.000Z" }),
    post("7", "letter", "A letter", "<p>By mail.</p>", { status: "sent" }),
  ],
  tags: [
    { id: "t1", name: "Knots", slug: "knots" },
    { id: "t2", name: "Sea", slug: "sea", description: "All of it" },
    { id: "t3", name: "#hidden", slug: "hash-hidden", visibility: "internal" },
  ],
  posts_tags: [
    { post_id: "1", tag_id: "t1", sort_order: 0 },
    { post_id: "1", tag_id: "t2", sort_order: 1 },
    { post_id: "2", tag_id: "t2", sort_order: 0 },
    { post_id: "2", tag_id: "t3", sort_order: 1 },
  ],
  users: [
    { id: "u1", name: "Ada Marsh", slug: "ada" },
    { id: "u2", name: "Jo Wendt", slug: "jo" },
  ],
  posts_authors: [
    { post_id: "1", author_id: "u1", sort_order: 0 },
    { post_id: "1", author_id: "u2", sort_order: 1 },
    { post_id: "2", author_id: "u2", sort_order: 0 },
  ],
  members: [{ id: "m1" }, { id: "m2" }],
  settings: [{ key: "url", value: "https://ghost.example/" }],
};

export const GHOST: Cut = {
  files: {
    "export.json": JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data: DATA }] }),
    "content/images/2024/03/knot.png": pngOf(12, 9),
    "redirects.yaml":
      "301:\n  /old-welcome: /welcome/\n  ^\\/blog\\/(.*)$: /$1\n  /x1/: /x2/\n302:\n  /now/: /tides/\n  /a(b|c): /tides/\n",
  },
  remote: { "https://pictures.example/two.webp": WEBP },
  texts: { "Welcome aboard": CARDS, Tides: TIDES, About: ABOUT },
  pictures: 4,
  addresses: {
    "/welcome/": "Welcome aboard",
    "/tides/": "Tides",
    "/about/": "About",
    "/tag/knots/": "Knots",
    "/tag/sea/": "Sea",
    "/author/ada/": "Ada Marsh",
    "/author/jo/": "Jo Wendt",
    "/old-welcome": "Welcome aboard",
    "/old-welcome/?utm=1": "Welcome aboard",
    "/blog/tides": "Tides",
    "/now": "Tides",
    "/content/images/2024/03/knot.png": "file",
  },
  hidden: ["/paid/", "/idea/", "/later/", "/letter/"],
  receipt: [
    "export.json, post welcome: its own code, removed",
    "export.json, post welcome: its canonical address",
    "export.json, post welcome: its own template",
    "export.json, post welcome: its place among the featured posts",
    "export.json, page about: a control character in line 1 of its text, removed",
    "export.json: 2 subscribers, for which a site has no place",
    "redirects.yaml, line 7: the redirect from /a(b|c) to /tides/, which is a pattern",
    "export.json, post paid: a page for subscribers alone; it is held until you release it",
    "export.json, post idea: a draft; it is held until you release it",
    "export.json, post later: a page of the future; it is held until you release it",
    "export.json, post letter: a private page; it is held until you release it",
  ],
};
