import type { ComponentType } from "preact";
import type { ControlProps } from "./control.ts";
import { EntriesControl } from "./EntriesControl.tsx";
import { fileControl } from "./FileControl.tsx";
import { GroupControl } from "./GroupControl.tsx";
import { ImageControl } from "./ImageControl.tsx";
import type { Kind } from "./kinds.ts";
import { LinkControl } from "./LinkControl.tsx";
import { ListControl } from "./ListControl.tsx";
import { PageControl } from "./PageControl.tsx";
import { RichControl } from "./RichControl.tsx";
import {
  BooleanControl,
  ChoiceControl,
  ColorControl,
  NumberControl,
  ParagraphControl,
  SliderControl,
  TextControl,
} from "./SimpleControls.tsx";
import { DateControl, EmailControl, MomentControl, TimeControl } from "./TypedControls.tsx";

export const CONTROLS: Readonly<Record<Exclude<Kind, "fixed">, ComponentType<ControlProps>>> = {
  image: ImageControl,
  sound: fileControl("sound"),
  film: fileControl("film"),
  document: fileControl("document"),
  action: GroupControl,
  link: LinkControl,
  page: PageControl,
  entries: EntriesControl,
  markdown: RichControl,
  line: TextControl,
  paragraph: ParagraphControl,
  choice: ChoiceControl,
  boolean: BooleanControl,
  number: NumberControl,
  slider: SliderControl,
  color: ColorControl,
  date: DateControl,
  time: TimeControl,
  moment: MomentControl,
  email: EmailControl,
  list: ListControl,
  group: GroupControl,
};
