import { describe, expect, test } from "vitest";
import { accepted, refused } from "../../../../manifests/result.ts";
import type { PageView } from "../../../../runtime/editing/views.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { type ApiAnswer, settled } from "../../../../sites/requests/answer.ts";
import type { ChangeRequest, Client } from "../../../../sites/editor/api/client.ts";
import {
  type EditQueue,
  edited,
  emptyQueue,
  isSettled,
  present,
  retried,
} from "../../../../sites/editor/canvas/queue/queue.ts";
import { EditSender } from "../../../../sites/editor/canvas/queue/sender.ts";
import { type SavingState, stateWord } from "../../../../sites/editor/canvas/queue/savingState.ts";
import { pageOf, section } from "../pageOf.ts";

type Reply = ApiAnswer<unknown> | "done";

const problem = (status: number, code: string, more: object = {}): ApiAnswer<unknown> =>
  settled(status, JSON.stringify({ code, ...more }), () => null);
const unreached: ApiAnswer<unknown> = refused({ kind: "unreached" });

/** A site with scripted answers, and a page whose member types. */
class Scene {
  readonly sent: ChangeRequest[] = [];
  readonly lost: PageOperation[] = [];
  queue: EditQueue = emptyQueue({ version: 1, body: pageOf(section("a", { title: "A" })) });
  standing: SavingState = "still";
  page: Pick<PageView, "version" | "body"> & { readonly changedBy?: string } = {
    version: 1,
    body: pageOf(section("a", { title: "A" })),
  };
  timers: (() => void)[] = [];
  /** Answers of the next reads; later reads succeed. */
  readonly failures: ApiAnswer<unknown>[] = [];
  reads = 0;
  /** Faults of the editor while it takes the next answers. */
  readonly faults: Error[] = [];
  /** Faults that the console was told of. */
  readonly told: unknown[] = [];
  /** Authors of the versions of the page, the newest first. */
  revisions: readonly string[] = [];
  readonly #replies: Reply[];
  #keys = 0;
  readonly sender: EditSender;

  constructor(...replies: readonly Reply[]) {
    this.#replies = [...replies];
    this.sender = new EditSender(
      {
        client: this.#client(),
        newKey: () => `key-${(this.#keys += 1)}`,
        now: () => 0,
        later: (run) => this.#later(run),
      },
      {
        page: "home",
        judge: () => [],
        isOwn: (actor) => actor === "member:me",
        queue: () => this.queue,
        put: (queue) => void (this.queue = queue),
        saving: () => this.standing,
        setSaving: (standing) => void (this.standing = standing),
        saved: () => {
          const fault = this.faults.shift();
          if (fault) throw fault;
        },
        reread: () => undefined,
        lost: (operations) => void this.lost.push(...operations),
        failed: (error) => void this.told.push(error),
      },
    );
  }

  get word(): string {
    return stateWord(this.queue, this.standing);
  }

  get title(): unknown {
    return present(this.queue).sections[0]?.fields["title"];
  }

  type(value: string, was: string): void {
    this.queue = edited(this.queue, [{ op: "set", section: "a", fields: { title: value }, was: { title: was } }]);
    this.sender.changed();
  }

  /** Ends the pause or the wait. */
  async rest(): Promise<void> {
    const due = this.timers;
    this.timers = [];
    for (const run of due) run();
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  }

  #later(run: () => void): () => void {
    this.timers.push(run);
    return () => void (this.timers = this.timers.filter((one) => one !== run));
  }

  #client(): Pick<Client, "read" | "change"> {
    const read = (): ApiAnswer<unknown> => {
      this.reads += 1;
      return this.failures.shift() ?? accepted({ body: { ...this.page, id: "home" }, version: this.page.version });
    };
    const revisions = (): ApiAnswer<unknown> =>
      accepted({ body: { items: this.revisions.map((changedBy) => ({ changedBy })) }, version: undefined });
    const change = (one: ChangeRequest): ApiAnswer<unknown> => {
      this.sent.push(one);
      const reply = this.#replies.shift() ?? "done";
      if (reply !== "done") return reply;
      const body = { versions: [{ kind: "page", id: "home", version: (one.version ?? 0) + 1 }] };
      return accepted({ body, version: body.versions[0]?.version });
    };
    return {
      read: <T>(path: string) => Promise.resolve((path.endsWith("/revisions") ? revisions() : read()) as ApiAnswer<T>),
      change: <T>(_: string, one: ChangeRequest) => Promise.resolve(change(one) as ApiAnswer<T>),
    };
  }
}

describe("the queue of a page", () => {
  test("is sent after a pause, in one request with what the member saw", async () => {
    const scene = new Scene();
    scene.type("Ab", "A");
    scene.type("Abc", "Ab");
    expect([scene.word, scene.sent.length]).toEqual(["saving", 0]);
    await scene.rest();
    expect(scene.sent).toMatchObject([
      { key: "key-1", version: 1, body: { operations: [{ fields: { title: "Abc" }, was: { title: "A" } }] } },
    ]);
    expect([scene.word, scene.queue.base.version]).toEqual(["saved", 2]);
  });

  test.each<[string, ApiAnswer<unknown>, string]>([
    ["the network is gone", unreached, "offline"],
    ["the site asks to wait", problem(429, "RATE_LIMITED"), "busy"],
    ["the site is away", problem(503, "UNAVAILABLE"), "busy"],
    ["the same request is being done", problem(409, "IDEMPOTENCY_IN_PROGRESS"), "busy"],
  ])("is sent again as it was, with the same key, when %s", async (_, reply, word) => {
    const scene = new Scene(reply);
    scene.type("Ab", "A");
    await scene.rest();
    scene.type("Abc", "Ab");
    expect([scene.word, scene.title]).toEqual([word, "Abc"]);
    await scene.rest();
    const [first, second, third] = scene.sent;
    expect(second).toEqual(first);
    expect(third).toMatchObject({
      version: 2,
      body: { operations: [{ fields: { title: "Abc" }, was: { title: "Ab" } }] },
    });
    expect(scene.word).toBe("saved");
  });

  test("is sent although it came while the sender found nothing to send, as a click that gives the window the focus does", async () => {
    const scene = new Scene();
    void scene.sender.flush();
    scene.type("Ab", "A");
    await scene.rest();
    await scene.rest();
    expect([scene.word, scene.sent.length]).toEqual(["saved", 1]);
  });

  test("is sent again after a fault of the editor, and later changes with it", async () => {
    const scene = new Scene();
    const fault = new Error("the answer could not be taken");
    scene.faults.push(fault);
    scene.type("Ab", "A");
    await scene.rest();
    expect([scene.word, scene.told]).toEqual(["fault", [fault]]);
    scene.type("Abc", "Ab");
    await scene.rest();
    expect([scene.word, scene.title, scene.queue.base.version]).toEqual(["saved", "Abc", 3]);
  });

  test.each<[string, ApiAnswer<unknown>, string]>([
    ["the login has ended", problem(401, "UNAUTHENTICATED"), "login"],
    ["somebody else is logged in", problem(403, "OTHER_MEMBER"), "stranger"],
  ])("waits for the member's own login when %s, and goes as it was", async (_, reply, word) => {
    const scene = new Scene(reply, reply);
    scene.type("Ab", "A");
    await scene.rest();
    scene.type("Abc", "Ab");
    await scene.rest();
    expect([scene.word, scene.title]).toEqual([word, "Abc"]);
    await scene.rest();
    const [first, second, third] = scene.sent;
    expect([second, third]).toEqual([first, first]);
    expect(scene.word).toBe("saved");
  });

  test.each<[number, string, string]>([
    [403, "FORBIDDEN", "forbidden"],
    [404, "NOT_FOUND", "gone"],
    [423, "TENANT_READ_ONLY", "readOnly"],
  ])("is kept when the site answers %i", async (status, code, word) => {
    const scene = new Scene(problem(status, code));
    scene.type("Ab", "A");
    await scene.rest();
    expect([scene.word, scene.title, isSettled(scene.queue)]).toEqual([word, "Ab", false]);
  });

  test("is put onto the page as it is when somebody else changed that", async () => {
    const scene = new Scene(problem(412, "STALE_VERSION", { current: 5 }));
    scene.page = { version: 5, body: pageOf(section("a", { title: "A", text: "theirs" })) };
    scene.type("Mine", "A");
    await scene.rest();
    expect(scene.sent.map(({ version, key }) => [version, key])).toEqual([
      [1, "key-1"],
      [5, expect.not.stringContaining("key-1")],
    ]);
    expect([scene.word, present(scene.queue).sections[0]?.fields]).toEqual([
      "saved",
      { title: "Mine", text: "theirs" },
    ]);
  });

  test("asks when somebody else changed the same text, and sends nothing of it meanwhile", async () => {
    const scene = new Scene(problem(412, "STALE_VERSION", { current: 5 }));
    scene.page = { version: 5, body: pageOf(section("a", { title: "Theirs" })) };
    scene.type("Mine", "A");
    await scene.rest();
    expect([scene.word, scene.sent.length, scene.queue.clashes]).toMatchObject([
      "clash",
      1,
      [{ field: "title", mine: "Mine", theirs: "Theirs" }],
    ]);
  });

  test("lays aside a text that the site refuses, and says which", async () => {
    const issues = [{ pointer: "/page/sections/0/fields/title", found: "x", allowed: "y" }];
    const scene = new Scene(problem(400, "INVALID_REQUEST", { issues }));
    scene.type("x", "A");
    await scene.rest();
    expect([scene.word, scene.title, scene.queue.unfinished[0]?.issues]).toMatchObject([
      "unfinished",
      "x",
      [{ pointer: "/title" }],
    ]);
  });

  test("lays aside the text of a section that the site does not know any more, and saves the others", async () => {
    const gone = [{ pointer: "/page/sections/0/type", found: "a type", allowed: "one of an active plugin" }];
    const scene = new Scene(problem(400, "INVALID_REQUEST", { issues: gone }));
    scene.queue = emptyQueue({ version: 1, body: pageOf(section("a", { title: "A" }), section("b", { title: "B" })) });
    scene.type("Mine", "A");
    scene.queue = edited(scene.queue, [{ op: "set", section: "b", fields: { title: "Bb" }, was: { title: "B" } }]);
    await scene.rest();
    expect([scene.word, scene.title, scene.sent.length, scene.sent[1]]).toMatchObject([
      "unfinished",
      "Mine",
      2,
      { body: { operations: [{ section: "b" }] } },
    ]);
    scene.queue = retried(scene.queue);
    await scene.sender.flush();
    expect([scene.word, scene.sent.length]).toEqual(["saved", 3]);
  });

  test("is not sent again without end when the site refuses a section that is new", async () => {
    const issues = [{ pointer: "/page/sections/1/fields/title", found: "x", allowed: "y" }];
    const refusal = problem(400, "INVALID_REQUEST", { issues });
    const scene = new Scene(refusal, refusal, refusal, refusal);
    scene.queue = edited(scene.queue, [{ op: "insert", section: section("b", { title: "x" }), at: { index: 1 } }]);
    await scene.sender.flush();
    expect([scene.word, scene.sent.length, scene.lost]).toMatchObject(["refused", 1, [{ op: "insert" }]]);
  });
});

describe("a text that changed as well", () => {
  const [ME, OTHER] = ["member:me", "member:other"];
  test.each([
    ["another member's", 2, [OTHER], "clash"],
    ["an agent's of the same member", 2, [`agent:a for ${ME}`], "clash"],
    ["the same member's in another tab", 2, [ME], "ownClash"],
    ["theirs in another tab, in several steps", 3, [ME, ME], "ownClash"],
    ["perhaps another member's, who wrote before", 3, [ME, OTHER], "clash"],
    ["of nobody that the site still tells", 3, [ME], "clash"],
  ])("is %s", async (_, version, changedBy, word) => {
    const scene = new Scene();
    scene.type("Mine", "A");
    scene.revisions = changedBy;
    scene.page = { version, body: pageOf(section("a", { title: "Theirs" })), changedBy: changedBy[0] ?? "" };
    scene.sender.versionReported(version);
    await scene.rest();
    expect([scene.word, scene.queue.clashes]).toMatchObject([word, [{ mine: "Mine", theirs: "Theirs" }]]);
  });
});

describe("a version that is heard of", () => {
  const others = (version: number) => ({ version, body: pageOf(section("a", { title: "A", text: "theirs" })) });
  const textOf = (scene: Scene): unknown => present(scene.queue).sections[0]?.fields["text"];

  test("is fetched", async () => {
    const scene = new Scene();
    scene.page = others(2);
    scene.sender.versionReported(2);
    await scene.rest();
    expect([scene.reads, textOf(scene), scene.word]).toEqual([1, "theirs", "saved"]);
  });

  test.each([
    ["that is there already", 1],
    ["that was overtaken", 0],
  ])("%s is not", async (_, version) => {
    const scene = new Scene();
    scene.sender.versionReported(version);
    await scene.rest();
    expect([scene.reads, scene.word]).toEqual([0, "saved"]);
  });

  test("before the answer to the save that made it is not fetched", async () => {
    const scene = new Scene();
    scene.type("Ab", "A");
    void scene.sender.flush();
    scene.sender.versionReported(2);
    await scene.rest();
    expect([scene.reads, scene.queue.base.version, scene.word]).toEqual([0, 2, "saved"]);
  });

  test("while a save is under way is fetched when that is answered", async () => {
    const scene = new Scene();
    scene.type("Ab", "A");
    void scene.sender.flush();
    scene.page = { version: 3, body: pageOf(section("a", { title: "Ab", text: "theirs" })) };
    scene.sender.versionReported(3);
    await scene.rest();
    expect([scene.reads, scene.queue.base.version, scene.title, textOf(scene)]).toEqual([1, 3, "Ab", "theirs"]);
  });

  test("while an earlier one is fetched is fetched after it", async () => {
    const scene = new Scene();
    scene.page = others(2);
    scene.sender.versionReported(2);
    scene.sender.versionReported(3);
    scene.page = { ...others(2), version: 2 };
    await Promise.resolve();
    scene.page = others(3);
    await scene.rest();
    expect([scene.reads, scene.queue.base.version]).toEqual([2, 3]);
  });

  test("lets nothing be sent until it is there, and loses nothing that is typed meanwhile", async () => {
    const scene = new Scene();
    scene.page = others(2);
    scene.sender.versionReported(2);
    scene.type("Mine", "A");
    await scene.rest();
    await scene.rest();
    expect([scene.sent.map(({ version }) => version), scene.title, textOf(scene)]).toEqual([[2], "Mine", "theirs"]);
  });

  test.each<[string, ApiAnswer<unknown>, string]>([
    ["the network is gone", unreached, "offline"],
    ["the login has ended", problem(401, "UNAUTHENTICATED"), "login"],
  ])("is fetched later when %s, and that is said meanwhile", async (_, failure, word) => {
    const scene = new Scene();
    scene.failures.push(failure);
    scene.page = others(2);
    scene.sender.versionReported(2);
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    expect([scene.word, textOf(scene)]).toEqual([word, undefined]);
    await scene.rest();
    expect([scene.reads, scene.word, textOf(scene)]).toEqual([2, "saved", "theirs"]);
  });
});
