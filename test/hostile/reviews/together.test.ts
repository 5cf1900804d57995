/** Publications that wait run together as one release. None of them carries a change that needs an approval. */
import { expect, test } from "vitest";
import { reviewWorld } from "../../runtime/reviews/reviewWorld.ts";

const german = { only: { pages: ["zimmer"] } };
const english = { only: { pages: ["prices"] } };

test("a change that needs an approval is in no release of several publications, and an owner's passage is told", async () => {
  const world = await reviewWorld();
  await world.by("author1", "page.update", { page: "prices", expected: 1, changes: { title: "Raised" } });
  await world.by("author1", "page.update", { page: "rooms", expected: 1, changes: { title: "New rooms" } });
  await world.by("author1", "page.update", { page: "zimmer", expected: 1, changes: { title: "Neue Zimmer" } });
  await world.demand({ languages: ["en"] });
  const { request } = await world.by("author1", "request.create", { words: "Please", only: { pages: ["rooms"] } });
  const outcomes = await Promise.all([
    world.refusal("editor1", "publish", german),
    world.refusal("editor2", "publish", english),
    world.refusal("editor3", "publish", { except: { pages: ["zimmer"] } }),
    world.refusal("editor4", "publish", { ...english, pastReview: true }),
    world.refusal("editor2", "request.approve", { request }),
    world.refusal("editor5", "publish", german),
  ]);
  expect(outcomes).toEqual(["done", "review_needed", "review_needed", "FORBIDDEN", "done", "done"]);
  expect(await world.html("/prices")).not.toContain("Raised");
  expect(await world.html("/rooms")).toContain("New rooms");
  const [, past] = await Promise.all([
    world.by("editor1", "publish", german),
    world.by("owner1", "publish", { ...english, pastReview: true }),
    world.by("editor2", "publish", german),
  ]);
  expect(past).toMatchObject({ passedReview: true });
  expect(await world.html("/prices")).toContain("Raised");
});
