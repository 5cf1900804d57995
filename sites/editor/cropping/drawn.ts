/** Draws a turned and cropped picture. */
import { type CropFrame, framePixels, turnedSides } from "./frame.ts";

/** Types that browsers write. Others become one of them. */
const WRITTEN: Readonly<Record<string, string>> = { "image/jpeg": "image/jpeg", "image/png": "image/png" };
const OTHERWISE = "image/webp";
/** The share of full quality. The eye sees no difference in a picture that is written again. */
const QUALITY = 0.92;

const ENDINGS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export interface Crop {
  /** Quarter turns to the right. */
  readonly turns: number;
  readonly frame: CropFrame;
}

/** Draws the picture into a canvas, in the size of its frame or smaller. */
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, { turns, frame }: Crop, most = Infinity): void {
  const [width, height] = turnedSides([image.width, image.height], turns);
  const cut = framePixels(frame, [width, height]);
  const scale = Math.min(1, most / Math.max(cut.width, cut.height));
  canvas.width = Math.max(1, Math.round(cut.width * scale));
  canvas.height = Math.max(1, Math.round(cut.height * scale));
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("no canvas");
  drawing.scale(canvas.width / cut.width, canvas.height / cut.height);
  drawing.translate(-cut.x, -cut.y);
  // A turn is around the corner of the picture, which is then moved back into view.
  const [x, y] = cornerAfter(turns % 4, width, height);
  drawing.translate(x, y);
  drawing.rotate(((turns % 4) * Math.PI) / 2);
  drawing.drawImage(image, 0, 0);
}

/** The place of the first corner of a picture after quarter turns. `width` and `height` are those of the turned one. */
const cornerAfter = (turns: number, width: number, height: number): readonly [x: number, y: number] => [
  turns === 1 || turns === 2 ? width : 0,
  turns >= 2 ? height : 0,
];

/** The new picture as a file. Throws if the browser cannot write it. */
export async function cropFile(image: ImageBitmap, crop: Crop, of: { type: string; name: string }): Promise<File> {
  const canvas = document.createElement("canvas");
  drawCrop(canvas, image, crop);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, WRITTEN[of.type] ?? OTHERWISE, QUALITY));
  if (!blob) throw new Error("no picture");
  const name = `${of.name.replace(/\.[^.]*$/, "")}.${ENDINGS[blob.type] ?? "png"}`;
  return new File([blob], name, { type: blob.type });
}
