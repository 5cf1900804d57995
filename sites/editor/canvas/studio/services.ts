import { type FieldServices, fieldServices } from "../../api/fieldServices.ts";
import type { Studio } from "./studio.ts";

/** The services for forms on the canvas. Pages in the bar's list need no request. */
export const studioServices = ({ client, pages }: Pick<Studio, "client" | "pages">): FieldServices =>
  fieldServices(client, (id) => pages.peek().find((page) => page.id === id));
