/**
 * Pages of a plugin in the editor: lists of stored objects, single entries, actions for entries, and forms. The editor
 * draws them, so no script of a plugin runs there.
 */
import * as z from "zod/mini";
import {
  MEMBER_PAGE_ACTIONS_MAX,
  MEMBER_PAGE_FIELDS_MAX,
  MEMBER_PAGE_FORMS_MAX,
  MEMBER_PAGE_LISTS_MAX,
  PLUGIN_PAGES_MAX,
} from "../bounds/manifest.ts";
import { STORAGE_KEY_MAX_CHARS } from "../bounds/bridge.ts";
import {
  descriptionOf,
  exactly,
  fieldNameShape,
  labelShape,
  nameField,
  nameShape,
  optional,
  titled,
  titleField,
} from "../shapes/shape.ts";
import { ROUTE_ACCESS } from "./executable.ts";

/** The ways to show a value: as text, a number, a time, a date, yes or no, a mail address, or a link. */
export const MEMBER_FIELD_KINDS = ["text", "number", "time", "date", "yes-no", "mail", "link"] as const;
export type MemberFieldKind = (typeof MEMBER_FIELD_KINDS)[number];

/** The ways to draw a list. */
export const MEMBER_LIST_LOOKS = ["table", "cards"] as const;

/** A form is for a list, whose entries it may add to, or for one entry, which it changes. */
export const MEMBER_FORM_PLACES = ["list", "entry"] as const;

/** A value of a list or of one entry. */
export const shownFieldShape = exactly({
  field: titled(fieldNameShape, "Field", "The member of each stored object that it shows."),
  title: titleField("value"),
  as: optional(z.enum(MEMBER_FIELD_KINDS), "As", "The way to show the value. Default: text."),
});

const fieldsShape = z.array(shownFieldShape).check(z.minLength(1), z.maxLength(MEMBER_PAGE_FIELDS_MAX));

const listShape = exactly({
  name: nameField("list"),
  title: titleField("list"),
  prefix: titled(
    z
      .string()
      .check(
        z.maxLength(STORAGE_KEY_MAX_CHARS),
        z.regex(/^[A-Za-z0-9][A-Za-z0-9._:~-]*:$/, "a beginning of keys that ends in a colon, such as waiting:"),
      ),
    "Prefix",
    "The beginning of the keys whose values the list shows.",
  ),
  look: optional(z.enum(MEMBER_LIST_LOOKS), "Look", "table or cards: the way to draw the list. Default: table."),
  order: optional(z.enum(["first", "last"]), "Order", "first or last: which key comes first. Default: last."),
  counted: optional(
    z.literal(true),
    "Counted",
    "The number of its entries stands in the menu, because they wait for a member.",
  ),
});

const actionShape = exactly({
  name: nameField("action"),
  title: titleField("action"),
  route: titled(
    nameShape,
    "Route",
    "The plugin's own route that gets the keys of the entries, for members, with POST.",
  ),
  lists: optional(
    z.array(nameShape).check(z.minLength(1), z.maxLength(MEMBER_PAGE_LISTS_MAX)),
    "Lists",
    "The lists with this action. Default: all lists of the page.",
  ),
  asks: optional(labelShape, "Asks", "A question that the member confirms first, such as whether to delete."),
});

const formShape = exactly({
  name: nameField("form"),
  title: titleField("form"),
  route: titled(
    nameShape,
    "Route",
    "The plugin's own route that gets the values, for members, with POST. Its input has the form's fields.",
  ),
  of: optional(
    z.enum(MEMBER_FORM_PLACES),
    "Of",
    "entry for a form that changes one entry, whose key the route gets as key. Default: list.",
  ),
  lists: optional(
    z.array(nameShape).check(z.minLength(1), z.maxLength(MEMBER_PAGE_LISTS_MAX)),
    "Lists",
    "The lists with this form. Default: all lists of the page.",
  ),
});

const pageShape = exactly({
  name: nameField("page"),
  title: titleField("page"),
  description: descriptionOf("page"),
  access: titled(
    z.enum(ROUTE_ACCESS).check(z.refine((access) => access !== "public", "member, or a permission of members")),
    "Access",
    "The members who may open the page: all of them, or those whose role has a permission.",
  ),
  lists: titled(
    z.array(listShape).check(z.minLength(1), z.maxLength(MEMBER_PAGE_LISTS_MAX)),
    "Lists",
    "The lists of the page, one of which is shown at a time.",
  ),
  columns: titled(fieldsShape, "Columns", "The values that lists show. The first one leads to the whole entry."),
  details: optional(fieldsShape, "Details", "Further values, which only the page of one entry shows."),
  actions: optional(
    z.array(actionShape).check(z.maxLength(MEMBER_PAGE_ACTIONS_MAX)),
    "Actions",
    "Actions for one entry, or for several at once.",
  ),
  forms: optional(
    z.array(formShape).check(z.maxLength(MEMBER_PAGE_FORMS_MAX)),
    "Forms",
    "Forms that members fill in, to add an entry or to change one.",
  ),
});

export const memberPagesShape = z.array(pageShape).check(z.maxLength(PLUGIN_PAGES_MAX));
export type MemberPage = z.infer<typeof pageShape>;
export type MemberPageForm = z.infer<typeof formShape>;
export type MemberPageList = z.infer<typeof listShape>;
export type MemberPageField = z.infer<typeof shownFieldShape>;
