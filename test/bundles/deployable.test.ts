import { expect, test } from "vitest";
import { deployable } from "../../sites/tools/deployable.ts";

const SOURCE = `
// runtime/lookup.ts
class NoSuchPage extends Error {}
const visitedPage = (aLongParameter) => {
  const innerStep = () => { throw new NoSuchPage(aLongParameter + "…"); };
  return aLongParameter ? innerStep() : innerStep;
};
function outerCall(anotherParameter) {
  const result = visitedPage(anotherParameter);
  return result;
}
export default { fetch: outerCall };
`;

test("a deployed bundle keeps the names of its functions and classes in traces, and nothing else", async () => {
  const text = await deployable(SOURCE);
  expect(text).not.toMatch(/aLongParameter|anotherParameter|runtime\/lookup/);
  const { default: worker } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as {
    default: { fetch: (path: string) => void };
  };
  let thrown: unknown;
  try {
    worker.fetch("/about");
  } catch (error) {
    thrown = error;
  }
  const { stack, message } = thrown as Error;
  expect(message).toBe("/about…");
  expect((thrown as Error).constructor.name).toBe("NoSuchPage");
  expect([...(stack ?? "").matchAll(/at (?:\w+\.)?(\w+) (?:\[as fetch\] )?\(data:/g)].map(([, name]) => name)).toEqual([
    "innerStep",
    "visitedPage",
    "outerCall",
  ]);
});

test("text that is no program is refused", async () => {
  await expect(deployable("const = 1;")).rejects.toThrow("Transform failed");
});
