import type { FieldServices } from "../api/fieldServices.ts";
import type { RichServices } from "../rich/model/rich.ts";

/** Uploads a picture that was pasted into a text. */
export const uploadedPicture =
  (services: FieldServices): NonNullable<RichServices["upload"]> =>
  async (file) => {
    const answer = await services.upload(file);
    return answer.ok ? { src: answer.value.body.path, alt: answer.value.body.alt } : undefined;
  };
