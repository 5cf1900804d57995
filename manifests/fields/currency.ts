/** The currency of a number: three letters of ISO 4217, or the field of the same entry that has them. */
import { isObject } from "../json/jsonObject.ts";

const CODE = /^[A-Z]{3}$/;

export const isCurrencyCode = (value: unknown): value is string => typeof value === "string" && CODE.test(value);

/** The name of the field that has the currency. Undefined if the schema says it itself. */
export const currencyField = (currency: unknown): string | undefined =>
  isObject(currency) && typeof currency["field"] === "string" ? currency["field"] : undefined;

export const isCurrency = (value: unknown): boolean =>
  isCurrencyCode(value) || (isObject(value) && Object.keys(value).length === 1 && currencyField(value) !== undefined);

export const CURRENCY_SAYS = 'three capital letters such as EUR, or { "field": name } of a text';
