/** The part of an nginx configuration that serves a static copy as the site served it. */

import { hasVariable, nginxText } from "./nginxText.ts";

/** The policy of uploaded files, as the site sends it. */
const MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Types of endings that the table of nginx lacks. */
const TYPES: Readonly<Record<string, string>> = { md: "text/markdown", ics: "text/calendar" };

const typeLine = ([ending, type]: readonly [string, string]): string =>
  `location ~ \\.${ending}$ { types { } default_type "${type}; charset=utf-8"; }\n`;

/** `headers` are those of a page. `redirects` are the conditions for addresses without a file. */
export const nginxFile = (headers: Readonly<Record<string, string>>, redirects: string): string => `\
# Include this file in the server block of the site, and set root to the folder "public" beside it.
error_page 404 /404.html;
charset utf-8;
${Object.entries(headers)
  .filter(([, value]) => !hasVariable(value))
  .map(([name, value]) => `add_header ${name} ${nginxText(value)} always;\n`)
  .join("")}
location / { try_files $uri $uri.html $uri/index.html @moved; }
location = /_redirects { return 404; }
location = /_headers { return 404; }
location /media/ {
  add_header Content-Security-Policy "${MEDIA_POLICY}" always;
  add_header X-Content-Type-Options "nosniff" always;
}
${Object.entries(TYPES).map(typeLine).join("")}
location @moved {
  if ($request_uri ~ "^(?<plain>(?:/[^/?]+)+)/(?:\\\\?|$)") { return 308 "$plain$is_args$args"; }
${redirects}  return 404;
}
`;

/** `_headers`, which Netlify and Cloudflare read. */
export const headersFile = (headers: Readonly<Record<string, string>>): string =>
  `/*\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join("")}/media/*\n  Content-Security-Policy: ${MEDIA_POLICY}\n`;

/** Headers that nginx.conf lacks, with the reason. */
export const headersLeftOut = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    hasVariable(value) ? [`nginx.conf: the header ${name}, because nginx has no form for a dollar sign`] : [],
  );
