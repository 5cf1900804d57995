import { describe, expect, test } from "vitest";
import { headersFile, headersLeftOut, nginxFile } from "../../../sites/cli/copying/nginxFile.ts";
import { hostFiles } from "../../../sites/cli/copying/redirectFiles.ts";
import { originalPaths } from "../../../runtime/media/former/originalPaths.ts";
import { redirects } from "../../../runtime/documents/content/content.ts";

const filesFor = (...entries: readonly object[]): ReturnType<typeof hostFiles> =>
  hostFiles(redirects.parse({ entries }));

/** The answer of nginx to a requested address: the first condition that fits. */
function asked(nginx: string, request: string, query = ""): string | undefined {
  for (const [, pattern = "", status = "", target = ""] of nginx.matchAll(
    /~\* "((?:[^"\\]|\\.)*)"\) \{ return (\d+)(?: "((?:[^"\\]|\\.)*)")?; \}/g,
  )) {
    const found = new RegExp(pattern.replaceAll(/\\(["\\])/g, "$1"), "i").exec(request + query);
    if (!found) continue;
    return `${status} ${target
      .replaceAll(/\\(["\\])/g, "$1")
      .replace("$is_args$args", query)
      .replace("$rest", found.groups?.["rest"] ?? "")}`.trim();
  }
  return undefined;
}

describe("redirects for static hosts", () => {
  test("one address, all below one, and an exact rule before the prefix around it", () => {
    const { redirects: host, leftOut } = filesFor(
      { from: "/blog/*", to: "/journal/*", status: 301 },
      { from: "/blog/first", to: "/about", status: 302 },
      { from: "/old/*", to: "/new", status: 308 },
      { from: "/über", to: "/uber", status: 301 },
    );
    expect([host.split("\n"), leftOut]).toEqual([
      [
        "/blog/first /about 302",
        "/%C3%BCber /uber 301",
        "/blog /journal 301",
        "/blog/* /journal/:splat 301",
        "/old /new 308",
        "/old/* /new 308",
        "",
      ],
      [],
    ]);
  });

  test("a rule of another form is named", () => {
    const {
      redirects: host,
      nginx,
      leftOut,
    } = filesFor(
      { from: "/a/:id", to: "/b/:id", status: 301 },
      { from: "/?p=12", to: "/c", status: 301 },
      { from: "/a/*/z", to: "/d", status: 301 },
    );
    expect([host, nginx, leftOut.map((line) => line.split(": ")[0])]).toEqual(["", "", ["/a/:id", "/?p=12", "/a/*/z"]]);
  });

  test("a rule to the root stands in nginx.conf alone, because _redirects could name another host by it", () => {
    const { redirects: host, leftOut } = filesFor({ from: "/old/*", to: "/:splat", status: 301 });
    expect([host, leftOut.length, leftOut[0]?.startsWith("/old/*: ")]).toEqual(["", 1, true]);
  });

  test.each(["/x/:splat/y", "/x?u=:splat"])("a target %s is named, not written as it is", (to) => {
    const { redirects: host, nginx, leftOut } = filesFor({ from: "/w/*", to, status: 301 });
    expect([host, nginx, leftOut.length]).toEqual(["", "", 1]);
  });

  test("an address that is gone is said by nginx, and named as left out of _redirects", () => {
    const { redirects: host, nginx, leftOut } = filesFor({ from: "/a", status: 410 }, { from: "/b/*", status: 410 });
    expect(host).toBe("");
    expect(leftOut.map((line) => line.split(":")[0])).toEqual(["/a", "/b/*"]);
    for (const path of ["/a", "/a/", "/b", "/b/c"]) expect(asked(nginx, path), path).toBe("410");
    for (const path of ["/ab", "/bc"]) expect(asked(nginx, path), path).toBeUndefined();
  });

  test.each([
    ["/blog", "", "301 /journal"],
    ["/blog/", "", "301 /journal"],
    ["/blog", "?a=1", "301 /journal?a=1"],
    ["/BLOG/x/y", "?a=1", "301 /journal/x/y?a=1"],
    ["/blogger", "", undefined],
    ["/own", "?a=1", "302 /to?b=2"],
    ["/anchor", "?a=1", "302 /to?a=1#there"],
    ["/dollar", "", "302 /a%24args"],
    ["/far/x", "", "301 https://other.example/x"],
    ["/%C3%BCber", "", "301 /uber"],
    ["/a.b", "", "302 /dot"],
    ["/axb", "", undefined],
    ["/named/x", "", "301 /there/x"],
    ["/root/x", "", "301 /x"],
    ["/root//host.example", "", "301 /host.example"],
    ["/root///", "", undefined],
  ])("nginx leads %s%s as the site does", (path, query, to) => {
    const { nginx } = filesFor(
      { from: "/blog/*", to: "/journal/*", status: 301 },
      { from: "/own", to: "/to?b=2", status: 302 },
      { from: "/anchor", to: "/to#there", status: 302 },
      { from: "/dollar", to: "/a$args", status: 302 },
      { from: "/far/*", to: "https://other.example/*", status: 301 },
      { from: "/über", to: "/uber", status: 301 },
      { from: "/a.b", to: "/dot", status: 302 },
      { from: "/named/*", to: "/there/:splat", status: 301 },
      { from: "/root/*", to: "/:splat", status: 301 },
    );
    expect(asked(nginx, path, query)).toBe(to);
  });

  test("no address ends a text of nginx or begins a line of _redirects", () => {
    const { redirects: host, nginx } = filesFor(
      { from: '/a"b', to: '/c"};d', status: 301 },
      { from: "/e$f", to: "/g%0Ah", status: 301 },
    );
    expect(host.trimEnd().split("\n")).toHaveLength(2);
    expect(nginx.trimEnd().split("\n")).toHaveLength(2);
    expect(nginx.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").replaceAll(/[^{};]/g, "")).toBe("{;}{;}");
  });
});

test("headers stand in the files of both kinds of host, and none can end its line or its text", () => {
  const headers = { "X-Content-Type-Options": "nosniff", "Permissions-Policy": 'camera=("https://a.example")' };
  expect(headersFile(headers)).toContain("  X-Content-Type-Options: nosniff\n");
  expect(nginxFile(headers, "")).toContain(
    String.raw`add_header Permissions-Policy "camera=(\"https://a.example\")" always;`,
  );
});

test("a header with a dollar sign, which nginx would read as a variable, is left out and told", () => {
  const headers = { "X-A": String.raw`a\b`, "X-B": "costs $host" };
  expect(nginxFile(headers, "")).toContain(String.raw`add_header X-A "a\\b" always;`);
  expect(nginxFile(headers, "")).not.toContain("X-B");
  expect(headersLeftOut(headers)).toEqual(["nginx.conf: the header X-B, because nginx has no form for a dollar sign"]);
});

test("nginx answers an address with a final slash by the one without, and never names another host", () => {
  const [, pattern = ""] = /\$request_uri ~ "(.+?)"\) \{ return 308/.exec(nginxFile({}, "")) ?? [];
  const plain = (path: string): string | undefined =>
    new RegExp(pattern.replaceAll("\\\\", "\\")).exec(path)?.groups?.["plain"];
  expect(["/a/", "/a/b/?x=1", "/a", "/", "//other.example/", "/a//"].map(plain)).toEqual([
    "/a",
    "/a/b",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe("names of resized copies", () => {
  const PICTURES = {
    "/wp-content/uploads/boat.jpg": "/media/1/boat.jpg",
    "/wp-content/uploads/boat.png": "/media/2/boat.png",
    "/wp-content/uploads/quay-scaled.jpg": "/media/3/quay.jpg",
    "/content/images/2024/mole.png": "/media/4/mole.png",
    "/posts/tide/low+water.jpg": "/media/5/low.jpg",
    "/slip.gif": "/media/6/slip.gif",
  };
  const pictures = Object.entries(PICTURES).map(([from, to]) => ({ from, to }));
  const { nginx, leftOut } = hostFiles({ entries: [] }, new Set(), pictures);

  test.each([
    "/wp-content/uploads/boat-300x200.jpg",
    "/wp-content/uploads/boat-300x200.png",
    "/wp-content/uploads/boat-scaled.jpg",
    "/wp-content/uploads/boat-300x200.jpg.webp",
    "/wp-content/uploads/quay.jpg",
    "/wp-content/uploads/quay-1024x768.jpg",
    "/wp-content/uploads/quay-1024x768.webp",
    "/content/images/size/w600/2024/mole.png",
    "/content/images/size/w600h400/format/webp/2024/mole.png",
    "/posts/tide/low+water_hu3a5f_1024_600x0_resize_q75_box.jpg",
    "/posts/tide/low+water_hu3a5f_1024_600x0_resize_q75_box.webp",
    "/slip-20x20.gif",
    "/slip-20x20.jpg",
    "/wp-content/uploads/boats-300x200.jpg",
    "/wp-content/uploads/boat-300x200.pdf",
    "/wp-content/boat-300x200.jpg",
    "/size/w600/slip.gif",
  ])("%s leads where the site leads it", (copy) => {
    const known = (path: string): path is keyof typeof PICTURES => Object.hasOwn(PICTURES, path);
    const original = [copy, ...originalPaths(copy)].find(known);
    const own = copy === "/size/w600/slip.gif" ? undefined : original;
    expect(asked(nginx, copy)).toBe(own && `301 ${PICTURES[own]}`);
  });

  test("have no form in _redirects, which is told once", () => {
    expect(leftOut).toEqual([expect.stringContaining("names of resized copies")]);
    expect(hostFiles({ entries: [] }).leftOut).toEqual([]);
  });
});
