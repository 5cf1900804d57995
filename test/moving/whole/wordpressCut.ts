/** An export of WordPress: classic posts and blocks, galleries, captions, states, terms in several, letters of Greek. */
import { JPEG, pngOf } from "../../support/mediaFiles.ts";
import { wxr } from "../wxrText.ts";
import type { Cut } from "./cut.ts";

const UPLOADS = "https://old.example/wp-content/uploads/2013/01";

const CLASSIC = `Text before the fold.

<!--more-->

Text <em>behind</em> the fold, with <kbd>Esc</kbd>, x<sup>2</sup> and <q>a quotation</q>.

[caption id="attachment_91" align="alignleft" width="40"]<img src="${UPLOADS}/boat-40x30.png" alt="Boat" width="40" height="30" /> The boat in May[/caption]

[gallery ids="91,92" columns="2"]

[pricing plan="one"]Only today[/pricing]

See <a href="https://old.example/?p=12">the blocks</a> and <a href="/2013/01/12/blocks/#deep">deep in them</a>.

<pre>first  line
  second [not-a-code] &lt;tag&gt;</pre>

<dl><dt>Knot</dt><dd>A tie</dd></dl>

<cite>Somebody</cite> said so.`;

const BLOCKS = `<!-- wp:paragraph --><p>Blocks have <strong>bold</strong>, <mark>marks</mark> and a <a href="https://old.example/2013/01/11/classic/">link</a>.</p><!-- /wp:paragraph -->
<!-- wp:heading {"level":3} --><h3 id="deep">Deep, deeper &amp; deepest</h3><!-- /wp:heading -->
<!-- wp:list --><ul><li>One<ul><li>Inside</li></ul></li><li>Two</li></ul><!-- /wp:list -->
<!-- wp:image {"id":92} --><figure class="wp-block-image"><img src="${UPLOADS}/quay.jpg" alt="Quay"/><figcaption>At the <a href="/about/">quay</a></figcaption></figure><!-- /wp:image -->
<!-- wp:gallery --><figure class="wp-block-gallery"><!-- wp:image {"id":91} --><figure class="wp-block-image"><img src="${UPLOADS}/boat.png" alt=""/><figcaption>First of the row</figcaption></figure><!-- /wp:image --><figcaption class="blocks-gallery-caption">The whole row</figcaption></figure><!-- /wp:gallery -->
<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Left side</p><!-- /wp:paragraph --></div><!-- /wp:column --><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Right side</p><!-- /wp:paragraph --></div><!-- /wp:column --></div><!-- /wp:columns -->
<!-- wp:media-text --><div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="${UPLOADS}/quay.jpg" alt="Quay again"/></figure><div class="wp-block-media-text__content"><!-- wp:paragraph --><p>Words beside it</p><!-- /wp:paragraph --></div></div><!-- /wp:media-text -->
<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Pulled out</p><cite>Jo</cite></blockquote></figure><!-- /wp:pullquote -->
<!-- wp:verse --><pre class="wp-block-verse">Sea,
  and sea</pre><!-- /wp:verse -->
<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link" href="/about/">Read on</a></div><!-- /wp:button --></div><!-- /wp:buttons -->
<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>Ayr</td><td>4</td></tr></tbody></table><figcaption>Depths</figcaption></figure><!-- /wp:table -->
<!-- wp:code --><pre class="wp-block-code"><code>let a = "&lt;b&gt;";</code></pre><!-- /wp:code -->
<!-- wp:acme/clock {"zone":"UTC"} --><div class="clock">Ticking here</div><!-- /wp:acme/clock -->
<!-- wp:latest-posts /-->
<!-- wp:embed {"url":"https://www.youtube.com/watch?v=aqz-KE-bpKQ"} --><figure class="wp-block-embed"><div>
https://www.youtube.com/watch?v=aqz-KE-bpKQ
</div><figcaption>A film</figcaption></figure><!-- /wp:embed -->`;

const GREEK = "Καλημέρα, <strong>κόσμε:</strong>λέξεις.";
const ABOUT = `Who we are.\n\n<h2>Our people</h2>\nAda and Jo.\n\n<a href="#our-people">Up</a> <a href="${UPLOADS}/tides.csv">Tides</a>`;

interface Row {
  readonly id: number;
  readonly title: string;
  readonly link: string;
  readonly content: string;
  readonly name: string;
  readonly type?: string;
  readonly status?: string;
  readonly date?: string;
  readonly more?: string;
}

const item = ({ id, title, link, content, name, type = "post", status = "publish", date, more = "" }: Row): string =>
  `<item><title><![CDATA[${title}]]></title><link>${link}</link><dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date ?? `2013-01-${id} 08:00:00`}</wp:post_date_gmt><wp:post_name>${name}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;

const term = (domain: string, nicename: string, name: string): string =>
  `<category domain="${domain}" nicename="${nicename}"><![CDATA[${name}]]></category>`;

const attachment = (id: number, file: string, more = ""): string =>
  `<item><title>${file}</title><link>https://old.example/${file}/</link><wp:post_id>${id}</wp:post_id><wp:post_parent>11</wp:post_parent><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status>${more}<wp:attachment_url>${UPLOADS}/${file}</wp:attachment_url></item>`;

const comment =
  "<wp:comment><wp:comment_author>Kim</wp:comment_author><wp:comment_content>Nice</wp:comment_content></wp:comment>";

export const WORDPRESS: Cut = {
  files: {
    "export.xml": wxr(
      attachment(91, "boat.png", "<excerpt:encoded><![CDATA[A boat of ours]]></excerpt:encoded>"),
      attachment(92, "quay.jpg"),
      attachment(93, "tides.csv"),
      item({
        id: 11,
        title: "Classic &amp; old",
        link: "https://old.example/2013/01/11/classic/",
        name: "classic",
        content: CLASSIC,
        more: `${term("category", "boats", "Boats &amp; more")}${term("category", "knots", "Knots")}${term("post_tag", "rope", "Rope")}<wp:is_sticky>1</wp:is_sticky>${comment}<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>92</wp:meta_value></wp:postmeta>`,
      }),
      item({
        id: 12,
        title: "Blocks",
        link: "https://old.example/2013/01/12/blocks/",
        name: "blocks",
        content: BLOCKS,
        more: term("category", "boats", "Boats &amp; more"),
      }),
      item({
        id: 13,
        title: "Ελληνικά",
        link: "https://old.example/2013/01/13/%ce%b5%ce%bb%ce%bb%ce%b7%ce%bd%ce%b9%ce%ba%ce%ac/",
        name: "%ce%b5%ce%bb%ce%bb%ce%b7%ce%bd%ce%b9%ce%ba%ce%ac",
        content: GREEK,
        more: term("post_format", "post-format-aside", "Aside"),
      }),
      item({
        id: 14,
        title: "Draft",
        link: "https://old.example/?p=14",
        name: "",
        content: "Not yet",
        status: "draft",
      }),
      item({
        id: 15,
        title: "Future",
        link: "https://old.example/2030/01/01/future/",
        name: "future",
        content: "Later",
        status: "future",
        date: "2030-01-01 00:00:00",
      }),
      item({
        id: 16,
        title: "Locked",
        link: "https://old.example/2013/01/16/locked/",
        name: "locked",
        content: "Secret",
        more: "<wp:post_password>tide</wp:post_password>",
      }),
      item({ id: 20, title: "About", link: "https://old.example/about/", name: "about", content: ABOUT, type: "page" }),
      item({
        id: 21,
        title: "People",
        link: "https://old.example/about/people/",
        name: "people",
        content: "A child page.",
        type: "page",
        more: "<wp:post_parent>20</wp:post_parent>",
      }),
    ),
    "uploads/2013/01/boat.png": pngOf(40, 30),
    "uploads/2013/01/quay.jpg": JPEG,
    "uploads/2013/01/tides.csv": "port,hour\nAyr,6\n",
  },
  texts: {
    "Classic & old": CLASSIC.replace(/\[(?:\/?caption|gallery)[^\]]*\]/g, ""),
    Blocks: BLOCKS.replaceAll(/https:\/\/www\.youtube\.com[^\s<"]+/g, ""),
    Ελληνικά: GREEK,
    About: ABOUT,
    People: "<p>A child page.</p>",
  },
  pictures: 7,
  addresses: {
    "/2013/01/11/classic/": "Classic & old",
    "/?p=11": "Classic & old",
    "/2013/01/12/blocks/": "Blocks",
    "/2013/01/13/%CE%B5%CE%BB%CE%BB%CE%B7%CE%BD%CE%B9%CE%BA%CE%AC/": "Ελληνικά",
    "/2013/01/13/%ce%b5%ce%bb%ce%bb%ce%b7%ce%bd%ce%b9%ce%ba%ce%ac/": "Ελληνικά",
    "/about/": "About",
    "/?page_id=20": "About",
    "/about/people/": "People",
    "/category/boats/": "Boats & more",
    "/category/knots/": "Knots",
    "/tag/rope/": "Rope",
    "/author/ada/": "Ada Marsh",
    "/wp-content/uploads/2013/01/boat.png": "file",
    "/wp-content/uploads/2013/01/quay.jpg": "file",
    "/wp-content/uploads/2013/01/tides.csv": "file",
  },
  hidden: ["/2030/01/01/future/", "/2013/01/16/locked/", "/draft/"],
  receipt: [
    "export.xml, post 11: shortcode gallery, of which the pictures stay and the columns do not",
    "export.xml, post 11: shortcode pricing, kept as it was written",
    "export.xml, post 11: <cite>, of which the words stay",
    "export.xml, post 11: a sticky post, which is one of all now",
    "export.xml, post 11: 1 comment, which is in comments.tsv",
    "export.xml, post 12: block acme/clock, of which the words stay",
    "export.xml, post 12: block core/latest-posts, kept as it was written",
    "export.xml, post 12: <cite>, of which the words stay",
    "export.xml, post 13: the post format Aside, which has no place here",
    "export.xml, post 14: a draft; it is held until you release it",
    "export.xml, post 15: a page of the future; it is held until you release it",
    "export.xml, post 16: a page behind a password, which is gone; it is held until you release it",
  ],
};
