/** The question to a site about a pasted invitation: what it sends, and when the answer counts. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSiteInvitation } from "../../../sites/machine/people/siteInvitation.ts";
import { listen, stopListening } from "../../../sites/machine/process/listening.ts";

const SECRET = "s".repeat(43);
const OPENED = { status: 303, cookie: "__Host-svc_joining=token; Path=/; Secure; HttpOnly" };

interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let asked: Asked[] = [];
let answer: { readonly status: number; readonly cookie?: string } = OPENED;
let port = 0;
const site = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
    const { status, cookie } = answer;
    return response.writeHead(status, cookie === undefined ? {} : { "set-cookie": cookie }).end();
  });
});

beforeAll(async () => {
  port = await listen(site);
});
afterAll(() => stopListening(site));
beforeEach(() => {
  [asked, answer] = [[], OPENED];
});

const open = (pasted: string): Promise<string | undefined> => openSiteInvitation(port, pasted, "192.0.2.7");

test("an open invitation answers its secret, asked in the name of the person's own network", async () => {
  expect(await open(`http://harbour.localhost:8787/_editor/join#${SECRET}`)).toBe(SECRET);
  expect(asked).toMatchObject([
    {
      path: "POST /_editor/join",
      headers: {
        host: "harbour.localhost:8787",
        origin: "http://harbour.localhost:8787",
        "cf-connecting-ip": "192.0.2.7",
      },
      body: `do=open&invitation=${SECRET}`,
    },
  ]);
  expect(asked[0]?.headers).not.toHaveProperty("x-forwarded-proto");
});

test("an invitation of a real name is asked as over https", async () => {
  await open(`https://www.example.com/_editor/join#${SECRET}`);
  expect(asked[0]?.headers).toMatchObject({ origin: "https://www.example.com", "x-forwarded-proto": "https" });
});

test.each([
  `You are invited: http://harbour.localhost:8787/_editor/join#${SECRET} - see you!`,
  `http://harbour.localhost:8787/_editor/\r\n  join#${SECRET.slice(0, 20)}\r\n${SECRET.slice(20)}`,
  `http://harbour.localhost:8787/_editor/join#${SECRET.slice(0, 20)}\r\n${SECRET.slice(20)}\r\nSee you soon`,
  `ht\ntp://harbour.local\nhost:87\n87/_editor/join\n#${SECRET} and more`,
  `HTTP://Harbour.localhost:8787/_editor/join#${SECRET}`,
])("a link is found in %j", async (pasted) => {
  expect(await open(pasted)).toBe(SECRET);
});

test.each([
  "",
  SECRET,
  `http://harbour.localhost:8787/_editor/join#${SECRET.slice(1)}`,
  `http://harbour.localhost:8787/_editor/join#${SECRET}s`,
  `http://harbour.localhost:8787/_editor/join#${SECRET.slice(0, 20)}\n${SECRET.slice(20)}s`,
  `http://harbour.localhost:8787/_editor/join#${SECRET.slice(1)}\nSee you soon`,
  `http://harbour.localhost:8787/_editor/join?${SECRET}`,
  `ftp://harbour.localhost/_editor/join#${SECRET}`,
  `http://robin@harbour.localhost/_editor/join#${SECRET}`,
  `http://[::1]/_editor/join#${SECRET}`,
])("no site is asked about %j", async (pasted) => {
  expect(await open(pasted)).toBeUndefined();
  expect(asked).toEqual([]);
});

test.each([
  [{ status: 410 }],
  [{ status: 303 }],
  [{ status: 200, cookie: OPENED.cookie }],
  [{ status: 303, cookie: "svc_mode=edit" }],
])("the answer %j is no open invitation", async (given) => {
  answer = given;
  expect(await open(`http://harbour.localhost:8787/_editor/join#${SECRET}`)).toBeUndefined();
});
