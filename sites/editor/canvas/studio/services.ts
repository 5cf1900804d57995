import type { FieldServices } from "../../api/fieldServices.ts";
import { fieldServices } from "../../api/fieldServices.ts";
import type { Studio } from "./studio.ts";

/** Lets the forms of the canvas ask the site. The pages that the bar lists are known without asking. */
export const studioServices = ({ client, pages }: Pick<Studio, "client" | "pages">): FieldServices =>
  fieldServices(client, (id) => pages.peek().find((page) => page.id === id));
