import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import type { RichNotice } from "./model/rich.ts";

/** The words of a notice for the member; empty without a notice. */
export const noticeText = ({ rich }: FieldWords, notice: RichNotice | null): string =>
  notice ? say(rich.notices[notice.kind], { most: notice.most ?? 0, over: notice.over ?? 0 }) : "";
