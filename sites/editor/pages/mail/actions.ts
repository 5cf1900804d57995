import { languageOf } from "../../../words/asked.ts";
import { type PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { notInForm } from "../desk/through.ts";
import { MAIL_AREA } from "./area.ts";

const back = (done: string) => (): string => withQuery(MAIL_AREA.path, { done });

/** The choices of a member as the form sends them. */
const WANTED: Readonly<Record<string, boolean | null>> = { yes: true, no: false, default: null };

export const MAIL_ACTIONS: PageActions = {
  enter: {
    route: findCommandRoute("mail.address"),
    fields: ["address"],
    ask: ({ request }, fields) => ({
      body: { address: (fields.get("address") ?? "").trim(), language: languageOf(request) },
    }),
    after: back("entered"),
  },
  prove: {
    route: findCommandRoute("mail.prove"),
    fields: ["code"],
    ask: (_, fields) => ({ body: { code: (fields.get("code") ?? "").trim().toLowerCase() } }),
    after: (_desk, _fields, answer) => back((answer as { readonly proven: boolean }).proven ? "proven" : "wrong")(),
  },
  forget: {
    route: findCommandRoute("mail.forget"),
    fields: [],
    ask: () => ({}),
    after: back("forgotten"),
  },
  choose: {
    route: findCommandRoute("mail.choose"),
    fields: ["form", "wanted"],
    ask(_, fields) {
      const wanted = WANTED[fields.get("wanted") ?? ""];
      if (wanted === undefined) throw notInForm("wanted", "yes, no or default");
      return { body: { form: fields.get("form") || null, wanted } };
    },
    after: back("chosen"),
  },
};
