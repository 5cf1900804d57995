/** Handles a click on a picture in the draft, and a file dropped on one. */
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { failureText } from "../../api/failure.ts";
import { fieldServices } from "../../api/fieldServices.ts";
import { pictureOf } from "../../fields/pictureOf.ts";
import { type Studio, select } from "../studio/studio.ts";
import { writeField } from "../studio/writeField.ts";
import { isKeptElsewhere } from "../beside/shared.ts";
import { isLostPicture, pictureField } from "../draft/pictures.ts";

const fieldFor = ({ editor }: Studio, section: string, picture: HTMLImageElement): string | undefined =>
  pictureField(editor.section(section)?.fields, picture.getAttribute("src") ?? "");

/** Shows the field of a picture in the panel. If the picture is missing, its picker opens at once. */
export function openPicture(studio: Studio, section: string, picture: HTMLImageElement): boolean {
  const pointer = fieldFor(studio, section, picture);
  if (pointer === undefined) return false;
  studio.field.value = { pointer, isOpened: isLostPicture(picture) };
  if (isLostPicture(picture)) studio.tab.value = "panel";
  return true;
}

/** Uploads a file that was dropped on a picture and sets it in the field. The panel then asks for the description. */
export async function replacePicture(
  studio: Studio,
  section: string,
  picture: HTMLImageElement,
  file: File,
): Promise<void> {
  const { editor, client } = studio;
  const pointer = fieldFor(studio, section, picture);
  if (pointer === undefined) return editor.say(CANVAS.notices.noPicture);
  if (isKeptElsewhere(studio, section, pointer)) return void openPicture(studio, section, picture);
  editor.say(say(CANVAS.notices.storing, { name: file.name }));
  const answer = await fieldServices(client).upload(file);
  if (!answer.ok) return editor.say(say(CANVAS.notices.notStored, { why: failureText(SCRIPT, answer.error) }));
  writeField(studio, section, pointer, pictureOf(answer.value.body));
  select(studio, section, false);
  studio.tab.value = "panel";
  studio.field.value = { pointer, isOpened: false };
  editor.say(CANVAS.notices.stored);
}
