import { describe, expect, test } from "vitest";
import {
  fitted,
  frameBetween,
  framePixels,
  turnedFrame,
  turnedSides,
  WHOLE,
} from "../../sites/editor/cropping/frame.ts";

describe("the frame of a crop", () => {
  test("lies between two points, whichever was first, and inside the picture", () => {
    const frame = { left: 10, top: 20, width: 30, height: 40 };
    expect([frameBetween([10, 20], [40, 60]), frameBetween([40, 60], [10, 20])]).toEqual([frame, frame]);
    expect(fitted({ left: 90, top: -5, width: 50, height: Number.NaN })).toEqual({
      left: 90,
      top: 0,
      width: 10,
      height: 1,
    });
    expect(frameBetween([100, 100], [100, 100])).toEqual({ left: 99, top: 99, width: 1, height: 1 });
  });

  test("is around the same part after each turn, and as before after four", () => {
    const frame = { left: 10, top: 20, width: 30, height: 40 };
    expect(turnedFrame(frame)).toEqual({ left: 40, top: 10, width: 40, height: 30 });
    expect([1, 2, 3, 4].reduce((one) => turnedFrame(one), frame)).toEqual(frame);
    expect([turnedSides([8, 6], 3), turnedSides([8, 6], 2)]).toEqual([
      [6, 8],
      [8, 6],
    ]);
  });

  test("has whole pixels, at least one, and none beside the picture", () => {
    expect(framePixels(WHOLE, [7, 5])).toEqual({ x: 0, y: 0, width: 7, height: 5 });
    expect(framePixels({ left: 99, top: 99, width: 1, height: 1 }, [7, 5])).toEqual({
      x: 6,
      y: 4,
      width: 1,
      height: 1,
    });
    expect(framePixels({ left: 25, top: 0, width: 50, height: 100 }, [8, 6])).toEqual({
      x: 2,
      y: 0,
      width: 4,
      height: 6,
    });
  });
});
