/** An export of WordPress (WXR) with these items. */
export const wxr = (...items: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"><channel>
<title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada Marsh]]></wp:author_display_name></wp:author>
<wp:category><wp:category_nicename>boats</wp:category_nicename><wp:cat_name>Boats &amp; more</wp:cat_name><wp:category_description>All boats.</wp:category_description></wp:category>
${items.join("")}</channel></rss>`;
