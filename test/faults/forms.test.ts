import { expect, inject, test } from "vitest";
import { FORM_FILE_PART_BYTES } from "../../manifests/bounds/forms.ts";
import { loadDemo } from "../../sites/demo/load.ts";
import { Client, type Sent } from "../support/client.ts";
import { Driver, pause, persistently } from "../support/driver.ts";
import { PDF, bytes, pngOfBytes } from "../support/mediaFiles.ts";
import { loggedInMembers } from "../support/members.ts";
import { killed } from "./installation.ts";

const demo = loadDemo("saltmarrow");
const { hostname } = demo.domain;
const FORM = "contact.write";
const APPLY = "team.apply";
const VISITORS = 12;
const POSTS = 8;

const installation = inject("installation");

const BOUNDARY = "----of-this-test";
const PICTURE = pngOfBytes(FORM_FILE_PART_BYTES * 2 + 1);

const part = (head: string, content: string | Uint8Array): Uint8Array =>
  bytes(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, content, "\r\n");

/** A form with a document, and a picture that is stored in several parts. */
function application(name: string): Sent {
  const texts = Object.entries({ name, email: "robin@example.com", letter: "I sweep well.", consent: "true" });
  const files = [part('name="cv"; filename="cv.pdf"', PDF), part('name="pictures"; filename="boat.png"', PICTURE)];
  const file = bytes(...texts.map(([field, value]) => part(`name="${field}"`, value)), ...files, `--${BOUNDARY}--\r\n`);
  return { file, headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` } };
}

const letter = (name: string): Sent => ({ body: { fields: { name, email: "robin@example.com", message: "Hello" } } });

/** True if the submission was acknowledged. A request that failed with the process was not. */
async function send(form: string, { headers, ...sent }: Sent, visitor: number): Promise<boolean> {
  const client = new Client(installation.port, hostname, "");
  const from = { "cf-connecting-ip": `2001:db8:0:${visitor.toString(16)}::1` };
  const { status } = await client
    .ask("POST", `/api/forms/${form}`, { ...sent, headers: { ...headers, ...from } })
    .catch(() => ({ status: 0 }));
  return status === 201;
}

interface List {
  readonly items: readonly { readonly id: number; readonly fields: { readonly name: string } }[];
  readonly total: number;
}

/** Every third visitor uses the form with files. */
const formOf = (visitor: number): string => (visitor % 3 === 0 ? APPLY : FORM);

test("every acknowledged submission is stored once, counted, and with its files after workerd was killed", async () => {
  const acknowledged: string[] = [];
  const visitor = async (number: number): Promise<void> => {
    const form = formOf(number);
    for (let post = 0; post < POSTS; post += 1) {
      const name = `${form} ${number}, ${post}`;
      if (await send(form, (form === APPLY ? application : letter)(name), number)) acknowledged.push(name);
      else await pause(100);
    }
  };
  const sending = Promise.all(Array.from({ length: VISITORS }, (_, number) => visitor(number)));
  const enough = (form: string): boolean => acknowledged.filter((name) => name.startsWith(form)).length > VISITORS / 3;
  await expect.poll(() => enough(FORM) && enough(APPLY), { timeout: 30_000 }).toBe(true);
  await killed(installation);
  await sending;
  const membership = {
    tenant: demo.tenant.id,
    site: demo.site.id,
    hostname,
    signedWith: installation.secrets["SESSION_SECRET"] ?? "",
    role: "editor",
  } as const;
  const [member] = await persistently(() => loggedInMembers(new Driver(installation.port), 1, membership));
  const client = new Client(installation.port, hostname, member?.cookie ?? "");
  for (const form of [FORM, APPLY]) {
    const list = await client.done<List>("GET", `/api/forms/${form}/submissions?limit=200`);
    const names = list.items.map(({ fields }) => fields.name);
    expect(new Set(names).size).toBe(names.length);
    expect(list.total).toBe(names.length);
    expect(acknowledged.filter((name) => name.startsWith(form) && !names.includes(name))).toEqual([]);
    if (form !== APPLY) continue;
    for (const { id } of list.items) {
      const lengths = await Promise.all(
        [1, 2].map(
          async (file) => (await client.ask("GET", `/api/forms/${form}/submissions/${id}/files/${file}`)).text.length,
        ),
      );
      expect(lengths).toEqual([PDF, PICTURE].map((content) => new TextDecoder().decode(content).length));
    }
  }
});
