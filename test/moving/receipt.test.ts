/** A receipt that a person can read: the kinds of losses, and each loss with its place. */
import { expect, test } from "vitest";
import { kindLine, lossKinds, lossReceipt } from "../../sites/moving/move.ts";
import type { MoveLoss } from "../../sites/moving/tree/moved.ts";
import { PLACES_NAMED } from "../../sites/moving/plan/lossKinds.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const FORM = "<form>, of which the words stay";
const forms = (count: number): MoveLoss[] =>
  Array.from({ length: count }, (_, n) => ({ place: `post ${n}`, what: FORM }));
const pictures: MoveLoss[] = ["a", "b"].map((name) => ({
  place: "blog.md",
  line: 3,
  what: `the picture ${name}.png, which the source does not have`,
  kind: "a picture that the source does not have",
}));

test.each([
  [1, "post 0: <form>, of which the words stay"],
  [PLACES_NAMED, `${PLACES_NAMED} times: ${FORM}. At post 0; post 1; post 2`],
  [PLACES_NAMED + 1, `${PLACES_NAMED + 1} times: ${FORM}. First at post 0; post 1; post 2`],
])("%i losses of one kind are one line", (count, line) => {
  expect(lossKinds(forms(count)).map(kindLine)).toEqual([line]);
});

test("the most frequent kind comes first, and what is told twice counts once", () => {
  const often: MoveLoss = { place: "a.md", line: 7, what: "a comment, which nobody saw", times: 9 };
  const kinds = lossKinds([...pictures, ...forms(2), ...forms(3), often]);
  expect(kinds.map(({ kind, times }) => [kind, times])).toEqual([
    [often.what, 9],
    [FORM, 3],
    ["a picture that the source does not have", 2],
  ]);
});

test("a file is named once for the places in it that follow each other", () => {
  const at = (place: string, line?: number): MoveLoss => ({ place, line, what: FORM });
  const losses = [at("a.xml, post 1"), at("a.xml, post 2"), at("b.md", 3)];
  expect(lossKinds(losses).map(kindLine)).toEqual([`3 times: ${FORM}. At a.xml, post 1; post 2; b.md, line 3`]);
});

test("the receipt has each loss with its place below its kind", () => {
  const lines = lossReceipt([...pictures, ...forms(1)]).split("\n");
  expect(lines).toEqual([
    "# What does not arrive, or arrives changed",
    "",
    "- 2 times: a picture that the source does not have. At blog.md, line 3",
    "- post 0: <form>, of which the words stay",
    "",
    "## a picture that the source does not have",
    "",
    "- blog.md, line 3: the picture a.png, which the source does not have",
    "- blog.md, line 3: the picture b.png, which the source does not have",
    "",
  ]);
});

const ghost = (count: number) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id }));
  return folderOf({
    "export.json": JSON.stringify({
      data: {
        posts: [{ id: "1", title: "A", slug: "a", status: "published", type: "page", html: "<p>Low</p>" }],
        newsletters: rows,
      },
    }),
  });
};

test.each([
  [1, "1 newsletter, for which a site has no place"],
  [2, "2 newsletters, for which a site has no place"],
])("%i newsletters are counted in words", async (count, what) => {
  const { losses } = await (await MemorySite.open()).move(ghost(count));
  expect(losses.map((loss) => loss.what)).toContain(what);
});

test.each([
  ["![Quay]()", "the picture in its text, which has no address"],
  ["![Quay](ftp://old.example/quay.jpg)", "the picture ftp://old.example/quay.jpg, which has no address"],
])("%s is told as a picture without an address", async (markdown, what) => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ "a.md": `---\ntitle: A\n---\n${markdown}` }));
  expect([losses.map((loss) => loss.what), site.fetched]).toEqual([[what], []]);
});
