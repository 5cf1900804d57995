import { isObject } from "../../../manifests/json/jsonObject.ts";

/**
 * The texts in a value, in order. A file counts by its title instead of its address, and its dimensions are left out.
 */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return value === null || value === undefined || value === "" ? [] : [String(value)];
  const isFile = typeof value["src"] === "string";
  const members = Object.entries(value).filter(([, member]) => !isFile || typeof member === "string");
  return members.flatMap(([name, member]) => (isFile && name === "src" ? [fileName(String(member))] : textsIn(member)));
}

const fileName = (address: string): string => address.slice(address.lastIndexOf("/") + 1);
