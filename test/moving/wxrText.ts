/** An export of WordPress (WXR) with these items. */
export const wxr = (...items: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel>
<title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada Marsh]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>boats</wp:category_nicename><wp:cat_name>Boats &amp; more</wp:cat_name><wp:category_description>All boats.</wp:category_description></wp:category>
${items.join("")}</channel></rss>`;

interface WrittenPost {
  readonly id: number;
  readonly title?: string;
  readonly content?: string;
  readonly more?: string;
  readonly link?: string;
  readonly status?: string;
  readonly type?: string;
}

/** A post of an export. */
export const wxrItem = ({
  id,
  title = `Post ${id}`,
  content = "",
  more = "",
  link,
  status = "publish",
  type = "post",
}: WrittenPost): string => `
<item><title>${title}</title><link>${link ?? `https://old.example/2020/01/post-${id}/`}</link>
<dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[${content}]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-0${(id % 9) + 1} 10:00:00</wp:post_date_gmt>
<wp:post_name>post-${id}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`;
