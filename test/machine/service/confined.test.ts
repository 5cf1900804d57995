import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../../docs/page.ts";
import { persistently } from "../../support/driver.ts";
import { testFolder } from "../testFolder.ts";

const UNSHARE = "/usr/bin/unshare";

/**
 * Runs the container file's command under the restrictions of its first lines. The user is not root and has no
 * capabilities. Only its data and `/tmp` are writable. The test needs Linux, and root to create the namespace.
 */
const canConfine =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  [UNSHARE, "/usr/bin/setpriv", "/usr/bin/nsenter"].every((path) => existsSync(path));

/** Arguments: the program's folder, the site directory, the data folder, and the command. */
const ROOM = `set -e
mount --make-rprivate /
for place in srv mnt; do mount -t tmpfs tmpfs /$place; done
mkdir /srv/program /srv/site /mnt/data
mount --bind "$1" /srv/program
mount --bind "$2" /srv/site
mount --bind "$3" /mnt/data
mount -t tmpfs -o mode=1777 tmpfs /tmp
for place in srv/program srv/site srv mnt ""; do mount -o remount,bind,ro /$place; done
shift 3
cd /srv/site
exec setpriv --reuid=$OWNER --regid=$OWNER --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
const OWNER = "1000";
const NODE = "/srv/program/node_modules/.bin/node";
const SVC = [NODE, "/srv/program/sites/svc.ts"];
const STATUS_FIELDS = ["Uid", "CapEff", "CapBnd", "NoNewPrivs"];

const run = promisify(execFile);
const here = testFolder();
afterAll(() => here[Symbol.dispose]());

/** The command and the health check of the container file, with this test's data folder. */
function commandsOfFile(): { readonly start: string[]; readonly health: string[] } {
  const text = readFileSync(join(ROOT, "sites/machine/service/Containerfile"), "utf8");
  const wordsOf = (pattern: RegExp): string[] =>
    (JSON.parse(pattern.exec(text)?.[1] ?? "[]") as string[]).map((word) => word.replace(/^\/data\//, "/mnt/data/"));
  const start = wordsOf(/^CMD (\[.+\])$/m).map((word) => word.replace(/:8787$/, ":0"));
  return { start, health: wordsOf(/^ {2}CMD (\[.+\])$/m).slice(1) };
}

test.skipIf(!canConfine)(
  "the container file's command serves, is healthy and stops, with a writable data folder only",
  async () => {
    const [site, data] = [here.at("site"), here.at("data")];
    mkdirSync(site);
    await run("install", ["-d", "-m", "0700", "-o", OWNER, "-g", OWNER, data]);
    writeFileSync(join(site, "svc.jsonc"), JSON.stringify(SITE_FILE));
    const { start, health } = commandsOfFile();
    // Folders of the tests, which the user of the container may not enter.
    const { NODE_COMPILE_CACHE: _, TMPDIR: __, ...env } = process.env;
    const child = spawn(UNSHARE, ["--mount", "sh", "-c", ROOM, "room", ROOT, site, data, ...SVC, ...start, "--json"], {
      env: { ...env, OWNER, HOME: "/tmp", NODE_ENV: "production", SVC_SITE_CLIENT_SECRET: "only-for-these-tests" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    const said: string[] = [];
    createInterface({ input: child.stderr }).on("line", (line) => said.push(line));
    try {
      const [line] = (await Promise.race([
        once(createInterface({ input: child.stdout }), "line"),
        ended.then(() => Promise.reject(new Error(said.join("\n")))),
      ])) as [string];
      expect(JSON.parse(line)).toMatchObject({ ok: true, ready: true, loader: { available: true } });
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      expect(STATUS_FIELDS.map((name) => new RegExp(`^${name}:\\s+(\\w+)`, "m").exec(status)?.[1])).toEqual([
        OWNER,
        "0".repeat(16),
        "0".repeat(16),
        "1",
      ]);
      const target = ["--mount", "--wdns=/srv/site", "--target", String(child.pid)];
      const asOwner = [`--setuid=${OWNER}`, `--setgid=${OWNER}`];
      await persistently(async () => {
        const { stdout } = await run("nsenter", [...target, ...asOwner, "--", ...SVC, ...health]);
        expect(stdout).toMatch(/\nHealthy\.\n$/);
      });
      for (const place of ["/srv/site", "/srv/program", "/srv/program/sites", "/etc", "/usr", "/var/tmp", "/mnt"])
        await expect(run("nsenter", [...target, "--", "touch", `${place}/written`])).rejects.toThrow(
          /Read-only file system/,
        );
    } finally {
      child.kill("SIGTERM");
    }
    expect([await ended, said.filter((one) => /EROFS|EACCES|EPERM/.test(one))]).toEqual([[0, null], []]);
  },
);

/** The container listens on all addresses, so it needs a real name and an identity provider. */
const SITE_FILE = {
  name: "confined",
  profile: "plugins",
  plugins: [],
  trustKeys: [],
  serve: {
    origins: ["https://www.harbour-sites.com"],
    identity: {
      issuer: "https://login.example",
      authorizationEndpoint: "https://login.example/authorize",
      tokenEndpoint: "https://login.example/token",
      userinfoEndpoint: "https://login.example/userinfo",
      siteClientId: "drawbridge-site",
    },
  },
};
