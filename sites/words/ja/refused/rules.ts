import type { Unfinished } from "../../shape/translated.ts";
import type { RuleName, RULES_OF_ONE as ENGLISH_OF_ONE } from "../../../../manifests/refusals/rules.ts";

/** The allowed values of a field, by the rule that was broken. */
export const RULES: Unfinished<Readonly<Record<RuleName, string>>> = {
  required: "値（このフィールドは必須です）",
  string: "テキスト",
  number: "数値",
  integer: "整数",
  boolean: "はい または いいえ",
  array: "リスト",
  object: "オブジェクト",
  enum: "次のいずれか：{limit}",
  const: "{limit}",
  minLength: "{limit} 文字以上",
  maxLength: "{limit} 文字以下",
  minItems: "{limit} 項目以上",
  maxItems: "{limit} 項目以下",
  minimum: "{limit} 以上",
  maximum: "{limit} 以下",
  exclusiveMinimum: "{limit} より大きい値",
  exclusiveMaximum: "{limit} より小さい値",
  multipleOf: "{limit} の倍数",
  notBefore: "{limit} より前でないこと",
  pattern: "{limit} に一致するテキスト",
  format: "有効な {limit}",
  members: "{limit} だけ",
  noMembers: "メンバーなし",
  color: "#1a2b3c のような色",
  line: "制御文字を含まない 1 行のテキスト",
  markdown: "制御文字を含まない Markdown",
  link: "page:<ページ ID>、/path、https://…、mailto:…、tel:…、#anchor（空白、引用符、制御文字は不可）",
  page: "opening-night のようなページ ID",
  media: "/media/harbour.jpg のような /media/ 以下のファイルのパス",
};

/** The same for rules that count, where the limit is one. */
export const RULES_OF_ONE: Unfinished<Readonly<Record<keyof typeof ENGLISH_OF_ONE, string>>> = {
  minLength: "1 文字以上",
  maxLength: "1 文字以下",
  minItems: "1 項目以上",
  maxItems: "1 項目以下",
};
