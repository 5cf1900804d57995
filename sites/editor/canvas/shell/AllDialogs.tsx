import type { JSX } from "preact";
import { FindPage } from "../bar/FindPage.tsx";
import { InsertDialog } from "../insert/InsertDialog.tsx";
import { MoveDialog } from "../outline/MoveDialog.tsx";
import type { Studio } from "../studio/studio.ts";

export const AllDialogs = ({ studio }: { readonly studio: Studio }): JSX.Element => (
  <>
    <InsertDialog studio={studio} />
    <MoveDialog studio={studio} />
    <FindPage studio={studio} />
  </>
);
