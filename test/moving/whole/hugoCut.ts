/** A blog of Hugo in English and Chinese, each with a folder of its own: zones of time, redirects, pictures of others. */
import { GIF, pngOf } from "../../support/mediaFiles.ts";
import type { Cut } from "./cut.ts";

const DAY = `**注意：**正文从这里开始。他说“**好的**”，然后走了。

今天的风很大，船没有出海[^a]。![港口](https://pictures.example/harbour.gif)

[^a]: 只是**一天**而已。
`;

const OLD = `See [the day](/cn/2019/11/the-day/) and [what begins it](/cn/#开始). The file [tide table](/data/tides.csv) is small.

## <a name="the-list"></a>A list of things

- one

    indented under one

- two *and* a half
  * deeper

1) first
2) second

Use \`\`two \` ticks\`\` or \`**no bold**\`.

<!-- A note of the author. -->

A line with two spaces  
breaks here, and a&nbsp;space holds. 5 &lt; 7, AT&T, \\*not emphasis\\*.

<p align="center">Centred <b>words</b> and <font color="red">red ones</font></p>

<img src="/img/boat.png" alt="A small boat" width="40">

***

**Hinweis:**Text runs on.
`;

const SHORT = `{{< figure src="/img/boat.png" alt="Boat at rest" caption="Resting in May" >}}

{{< price-table ship="Anna" >}}

{{% tip %}}
Keep the *rope* dry.
{{% /tip %}}

{{< youtube aqz-KE-bpKQ >}}

Write \`{{</* figure */>}}\` for a picture. See [the old]({{< ref "/posts/2018-04-01-old-Post.md" >}}#the-list).
`;

const ENGLISH_ABOUT =
  "I write about [boats](/en/2018/04/old-post/) and [harbours](https://old.example/cn/2019/11/the-day/?from=about).\n\n![Me](../../img/boat.png)\n";

const CAFE =
  "Kaffee im Hafen: see [about](/en/about/), ![missing](https://pictures.example/gone.png) and more words.\n";

const yaml = (members: string): string => `---\n${members}\n---\n`;

export const HUGO: Cut = {
  languages: ["zh-CN", "en"],
  files: {
    "hugo.yaml": `baseURL: https://old.example/
defaultContentLanguage: cn
defaultContentLanguageInSubdir: true
languages:
  cn: { languageCode: zh-CN, contentDir: content/cn, permalinks: { posts: "/:year/:month/:slug/" } }
  en: { contentDir: content/en, permalinks: { posts: "/:year/:month/:slug/" } }
`,
    "content/cn/_index.md": yaml("title: 首页") + "## 开始\n\n欢迎。\n",
    "content/cn/about.md": yaml("title: 关于") + "我写船。\n",
    "content/cn/posts/2019-11-02-day.md":
      yaml(
        'title: "那一天"\ndate: "2019-11-02T05:00:00+09:00"\nslug: the-day\ntags: [日志, 船]\ncategories: [生活]\naliases: [/cn/那天/, /old/day.html]',
      ) + DAY,
    "content/cn/posts/2030-plan.md": yaml("title: 计划\ndate: 2030-01-01\nslug: plan") + "以后。\n",
    "content/en/about.md": yaml("title: About me") + ENGLISH_ABOUT,
    "content/en/posts/2018-04-01-old-Post.md":
      yaml(
        'title: "An old post: {{ of }} <b>mine</b>"\ndate: 2018-04-01 23:30:00 -0700\nslug: old-post\ntags: [R, "C++", "C#", C]\naliases: ["/en/2018/04/Old_Post.html"]',
      ) + OLD,
    "content/en/posts/2019-05-05-short.md":
      yaml("title: Short codes\ndate: 2019-05-05\nslug: short-codes\ntags: R") + SHORT,
    "content/en/posts/cafe\u0301.md": yaml("title: Café\ndate: 2020-02-02") + CAFE,
    "content/en/posts/draft.md": yaml("title: A draft\ndate: 2020-03-03\ndraft: true") + "Secret.\n",
    "static/img/boat.png": pngOf(40, 30),
    "static/data/tides.csv": "port,hour\nAyr,6\n",
    "static/_redirects": `# Rules
/feed.php  /index.xml
/formatR/  /en/about/ 301
/formatr/  /en/about/
/wiki/*  https://wiki.example/:splat
/cn/tag/:name  /cn/tags/:name 302
/x1/ /x2/
/x2/ /x1/
/cv/?lang=en /en/about/
/rss/* /en/:splat 200
https://www.old.example/* https://old.example/:splat 301!
`,
  },
  remote: { "https://pictures.example/harbour.gif": GIF },
  texts: {
    那一天: DAY,
    "An old post: {{ of }} <b>mine</b>": OLD,
    "Short codes": SHORT,
    "About me": ENGLISH_ABOUT,
    Café: CAFE,
    关于: "我写船。\n",
    首页: "## 开始\n\n欢迎。\n",
  },
  pictures: 4,
  addresses: {
    "/cn/": "首页",
    "/cn/about/": "关于",
    "/cn/2019/11/the-day/": "那一天",
    "/cn/那天/": "那一天",
    "/old/day.html": "那一天",
    "/en/about/": "About me",
    "/en/2018/04/old-post/": "An old post: {{ of }} <b>mine</b>",
    "/en/2018/04/Old_Post.html": "An old post: {{ of }} <b>mine</b>",
    "/en/2019/05/short-codes/": "Short codes",
    "/en/2020/02/caf%C3%A9/": "Café",
    "/en/2020/02/cafe%CC%81/": "Café",
    "/cn/tags/日志/": "日志",
    "/cn/categories/生活/": "生活",
    "/en/tags/r/": "R",
    "/en/tags/c++/": "C++",
    "/en/tags/c%23/": "C#",
    "/en/tags/c/": "C",
    "/formatR/": "About me",
    "/formatr": "About me",
    "/wiki/a/b?c=1": "https://wiki.example/a/b?c=1",
    "/cn/tag/船": "船",
    "/img/boat.png": "file",
    "/data/tides.csv": "file",
  },
  hidden: ["/cn/2030/01/plan/", "/en/2020/03/a-draft/", "/en/2020/03/draft/"],
  receipt: [
    "content/en/posts/2018-04-01-old-Post.md, line 24: a comment, which nobody saw",
    "content/en/posts/2019-05-05-short.md, line 9: shortcode price-table, kept as it was written",
    "content/en/posts/2019-05-05-short.md, line 11: shortcode tip, kept as it was written",
    "static/_redirects, line 10: the rule from /rss/* to /en/:splat (200), which answers without a redirect: a rewrite",
    "content/cn/posts/2030-plan.md: a page of the future; it is held until you release it",
    "content/en/posts/draft.md: a draft; it is held until you release it",
    "content/en/posts/cafe\u0301.md: the file https://pictures.example/gone.png: its host answers 404",
    "redirects: the redirect from https://www.old.example/*: https://www.old.example/*; allowed: a path, or a further hostname of the site",
    'redirects: the redirect from /x1: a redirect from "/x1" that leads in a circle or through too many redirects; allowed: an address reached through at most 10 redirects',
    'redirects: the redirect from /x2: a redirect from "/x2" that leads in a circle or through too many redirects; allowed: an address reached through at most 10 redirects',
  ],
};
