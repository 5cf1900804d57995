import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimPort } from "../../../../sites/machine/names/port.ts";
import { Asking } from "../asking.ts";
import { type Article, changed, htmlOf, LISTED } from "../content.ts";
import type { Peer, Place, Served } from "../peer.ts";
import { answers, installed, type Program, run } from "../program.ts";
import { startNginx } from "./nginx.ts";

/** WordPress with MariaDB and php-fpm. nginx caches its pages, and a change empties that cache. */
export const wordpress: Peer = {
  name: "WordPress + nginx cache",
  missing(prepared) {
    if (Object.values(programs()).includes(undefined))
      return "apt-get install nginx-light mariadb-server php-fpm php-cli php-mysql php-xml php-mbstring";
    if (sourceOf(prepared) === undefined) return `unpack WordPress into ${prepared}, or apt-get install wordpress`;
    return undefined;
  },
  async start(place) {
    const port = await claimPort(0);
    const { folder } = place;
    writeSite(place, port);
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await startDatabase(folder));
    await fill(folder);
    const php = stack.use(run([programs().fpm ?? "", "-F", "-R", "-y", join(folder, "fpm.conf")]));
    const web = stack.use(
      await startNginx({
        folder: join(folder, "nginx"),
        port,
        http: frontOf(folder, port),
        processes: "a worker for each core",
      }),
    );
    await web.until(() => answers(port, "/"));
    const editors = await Promise.all(Array.from({ length: EDITORS }, (_, n) => logIn(port, `editor${n}`)));
    return served(
      place,
      { port, editors, pids: () => [database, php, web].flatMap((one) => one.pids()) },
      stack.move(),
    );
  },
};

const EDITORS = 8;
const [PASSWORD, PHP_PROCESSES] = ["only for this bench", 4];
/** The folder of the package of Debian. */
const PACKAGED = "/usr/share/wordpress";

const sourceOf = (prepared: string): string | undefined =>
  [prepared, PACKAGED].find((folder) => existsSync(join(folder, "wp-settings.php")));

const programs = () => ({
  nginx: installed("nginx"),
  fpm: installed("php-fpm") ?? installed("php-fpm8.4") ?? installed("php-fpm8.3") ?? installed("php-fpm8.2"),
  php: installed("php"),
  mariadbd: installed("mariadbd"),
  install: installed("mariadb-install-db"),
});

async function startDatabase(folder: string): Promise<Program> {
  const data = join(folder, "database");
  await run([
    programs().install ?? "",
    "--no-defaults",
    `--datadir=${data}`,
    "--user=root",
    "--auth-root-authentication-method=normal",
  ]).finish();
  const socket = join(folder, "db.sock");
  const database = run([
    programs().mariadbd ?? "",
    "--no-defaults",
    `--datadir=${data}`,
    `--socket=${socket}`,
    "--skip-networking",
    "--user=root",
    `--pid-file=${join(folder, "db.pid")}`,
  ]);
  await database.until(async () => existsSync(socket));
  return database;
}

/** Installs WordPress and stores the articles. */
async function fill(folder: string): Promise<void> {
  await run([programs().php ?? "", join(folder, "fill.php")]).finish();
}

interface Editor {
  readonly cookie: string;
  readonly nonce: string;
}

/** Logs in as a browser does, and gets the number that a change needs. */
async function logIn(port: number, name: string): Promise<Editor> {
  using asking = new Asking(port);
  const form = new URLSearchParams({ log: name, pwd: PASSWORD, testcookie: "1" });
  const headers = { ...FORM, cookie: "wordpress_test_cookie=WP%20Cookie%20check" };
  const { cookies } = await asking.expect({ method: "POST", path: "/wp-login.php", headers, body: String(form) }, 302);
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  const path = "/wp-admin/admin-ajax.php?action=rest-nonce";
  const { body: nonce } = await asking.expect({ path, headers: { cookie } }, 200);
  return { cookie, nonce };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

interface Running extends Pick<Served, "pids"> {
  readonly port: number;
  readonly editors: readonly Editor[];
}

/** The first post has this id. WordPress makes a post and two pages itself. */
const FIRST_POST = 100;

function served({ articles }: Place, { port, editors, pids }: Running, stack: AsyncDisposableStack): Served {
  const asking = new Asking(port);
  stack.defer(() => asking[Symbol.dispose]());
  const article = (n: number): string => `/${articles[n]?.slug ?? ""}/`;
  const change = async (n: number, client: number, post: object): Promise<void> => {
    const { cookie = "", nonce = "" } = editors[client] ?? {};
    const path = `/wp-json/wp/v2/posts/${FIRST_POST + n}`;
    await asking.expect({ method: "POST", path, headers: { cookie, "x-wp-nonce": nonce }, body: post }, 200);
  };
  return {
    port,
    host: `127.0.0.1:${port}`,
    pids,
    home: () => "/",
    article,
    uncached: { headers: {}, home: () => "/?fresh=1", article: (n) => `${article(n)}?fresh=1` },
    async edit(n, mark, client) {
      const content = htmlOf(changed(articles[n] as Article, mark));
      await change(n, client, { content, status: "publish" });
      return "published";
    },
    retitle: (n, title) => change(n, 0, { title }),
    async submit(visitor) {
      const form = new URLSearchParams({
        comment_post_ID: String(FIRST_POST + (visitor % articles.length)),
        author: `Visitor ${visitor}`,
        email: `visitor-${visitor}@example.com`,
        comment: `She is eighteen feet, and dry. When could you look at her? ${visitor}`,
      });
      await asking.expect({ method: "POST", path: "/wp-comments-post.php", headers: FORM, body: String(form) }, 302);
    },
    async search(words) {
      const { body } = await asking.expect({ path: `/?s=${encodeURIComponent(words)}` }, 200);
      return body.split("wp-block-post-title").length - 1;
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/** A plugin that empties the cache of nginx at each change, and lets each visitor send comments one after the other. */
const pluginOf = (cache: string): string => `<?php
remove_all_filters('comment_flood_filter');
add_filter('wp_is_comment_flood', '__return_false', 99);
function bench_empty_cache() {
  if (!is_dir('${cache}')) return;
  $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('${cache}', FilesystemIterator::SKIP_DOTS));
  foreach ($files as $file) if ($file->isFile()) @unlink($file->getPathname());
}
add_action('wp_after_insert_post', 'bench_empty_cache');
`;

const configOf = (folder: string, port: number): string => `<?php
define('DB_NAME', 'wp'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${join(folder, "db.sock")}');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
${[
  "AUTH_KEY",
  "SECURE_AUTH_KEY",
  "LOGGED_IN_KEY",
  "NONCE_KEY",
  "AUTH_SALT",
  "SECURE_AUTH_SALT",
  "LOGGED_IN_SALT",
  "NONCE_SALT",
]
  .map((name) => `define('${name}', 'only for this bench ${name}');`)
  .join("\n")}
define('WP_HOME', 'http://127.0.0.1:${port}'); define('WP_SITEURL', WP_HOME);
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

const fillingOf = (folder: string, port: number): string => `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; $_SERVER['REQUEST_METHOD'] = 'GET'; $_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
(new mysqli('localhost', 'root', '', null, 0, '${join(folder, "db.sock")}'))->query('CREATE DATABASE wp CHARACTER SET utf8mb4');
require '${join(folder, "site")}/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Bench', 'admin', 'admin@example.com', true, '', '${PASSWORD}');
global $wp_rewrite, $wpdb;
$wp_rewrite->set_permalink_structure('/%postname%/');
foreach (['posts_per_page' => ${LISTED}, 'comment_moderation' => 0, 'comment_previously_approved' => 0, 'default_pingback_flag' => 0] as $name => $value) update_option($name, $value);
wp_delete_post(1, true);
for ($n = 0; $n < ${EDITORS}; $n++) wp_insert_user(['user_login' => "editor$n", 'user_pass' => '${PASSWORD}', 'user_email' => "editor$n@example.com", 'role' => 'editor']);
$wpdb->query('SET autocommit = 0');
wp_suspend_cache_addition(true);
foreach (json_decode(file_get_contents('${join(folder, "articles.json")}'), true) as $n => $post)
  wp_insert_post($post + ['import_id' => ${FIRST_POST} + $n, 'post_status' => 'publish', 'post_author' => 1]);
$wpdb->query('COMMIT');
$wp_rewrite->flush_rules();
`;

const fpmOf = (folder: string): string => `[global]
error_log = ${join(folder, "fpm.log")}
daemonize = no
[www]
user = root
group = root
listen = ${join(folder, "fpm.sock")}
pm = static
pm.max_children = ${PHP_PROCESSES}
`;

function frontOf(folder: string, port: number): string {
  const given = Object.entries({
    QUERY_STRING: "$query_string",
    REQUEST_METHOD: "$request_method",
    CONTENT_TYPE: "$content_type",
    CONTENT_LENGTH: "$content_length",
    SCRIPT_FILENAME: "$document_root$fastcgi_script_name",
    SCRIPT_NAME: "$fastcgi_script_name",
    REQUEST_URI: "$request_uri",
    DOCUMENT_URI: "$document_uri",
    DOCUMENT_ROOT: "$document_root",
    SERVER_PROTOCOL: "$server_protocol",
    GATEWAY_INTERFACE: "CGI/1.1",
    REMOTE_ADDR: "$remote_addr",
    REMOTE_PORT: "$remote_port",
    SERVER_ADDR: "$server_addr",
    SERVER_PORT: "$server_port",
    SERVER_NAME: "$server_name",
  }).map(([name, value]) => `fastcgi_param ${name} ${value};`);
  return `default_type text/html; gzip on;
  fastcgi_cache_path ${join(folder, "cache")} levels=1:2 keys_zone=pages:10m max_size=1g inactive=60m;
  server {
    listen 127.0.0.1:${port}; root ${join(folder, "site")}; index index.php;
    set $skip 0;
    if ($request_method = POST) { set $skip 1; }
    if ($query_string != "") { set $skip 1; }
    if ($request_uri ~ "^/wp-") { set $skip 1; }
    if ($http_cookie ~ "wordpress_logged_in|comment_author") { set $skip 1; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      ${given.join(" ")}
      fastcgi_pass unix:${join(folder, "fpm.sock")};
      fastcgi_cache pages; fastcgi_cache_key "$request_method$host$request_uri"; fastcgi_cache_valid 200 10m;
      fastcgi_cache_bypass $skip; fastcgi_no_cache $skip;
    }
  }`;
}

function writeSite({ folder, prepared, articles }: Place, port: number): void {
  const site = join(folder, "site");
  cpSync(sourceOf(prepared) ?? prepared, site, { recursive: true, dereference: true });
  const plugins = join(site, "wp-content/mu-plugins");
  mkdirSync(plugins, { recursive: true });
  const posts = articles.map(({ slug, title, description, date, paragraphs }) => ({
    post_name: slug,
    post_title: title,
    post_excerpt: description,
    post_date: `${date} 12:00:00`,
    post_content: htmlOf(paragraphs),
  }));
  for (const [path, source] of [
    [join(site, "wp-config.php"), configOf(folder, port)],
    [join(plugins, "bench.php"), pluginOf(join(folder, "cache"))],
    [join(folder, "articles.json"), JSON.stringify(posts)],
    [join(folder, "fill.php"), fillingOf(folder, port)],
    [join(folder, "fpm.conf"), fpmOf(folder)],
  ] as const)
    writeFileSync(path, source);
}
