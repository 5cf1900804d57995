import { describe, expect, test } from "vitest";
import { markdownHtml } from "../../../../runtime/rendering/markdown/markdown.ts";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { documentOf } from "../../../../sites/editor/rich/model/read.ts";
import { markTypes, schema, types } from "../../../../sites/editor/rich/model/schema.ts";
import { surroundings } from "../specimen.ts";

const html = (source: string): string => markdownHtml(source, { ...surroundings, level: 2 }).trim();

describe("emphasis beside East Asian text", () => {
  test.each([
    ["**注意：**正文", "<p><strong>注意：</strong>正文</p>"],
    ["含**「重点」**内容", "<p>含<strong>「重点」</strong>内容</p>"],
    ["これは*強調。*です", "<p>これは<em>強調。</em>です</p>"],
    ["한국어**(강조)**는", "<p>한국어<strong>(강조)</strong>는</p>"],
    ["旧~~价格！~~新", "<p>旧<s>价格！</s>新</p>"],
    ["𠮷**「字」**𠮷", "<p>𠮷<strong>「字」</strong>𠮷</p>"],
  ])("shows in %s", (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  test.each([
    ["a ** b **", "<p>a ** b **</p>"],
    ['a**"b"**c', "<p>a**&quot;b&quot;**c</p>"],
    ["中文 ** 不是 ** 强调", "<p>中文 ** 不是 ** 强调</p>"],
    ["snake_case_名前", "<p>snake_case_名前</p>"],
  ])("is none in %s", (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  test.each([
    ["注意：", "正文"],
    ["「重点」", "内容"],
    ["(강조)", "는"],
    ["强调", "。结束"],
  ])("is written by the editor without references: bold %s before %s", (bold, rest) => {
    const kept = KeptText.open("");
    const doc = documentOf([
      types.paragraph.create(null, [
        schema.text("前"),
        schema.text(bold, [markTypes.strong.create()]),
        schema.text(rest),
      ]),
    ]);
    expect(kept?.write(doc)).toEqual({ markdown: `前**${bold}**${rest}`, isFaithful: true });
    expect(html(`前**${bold}**${rest}`)).toBe(`<p>前<strong>${bold}</strong>${rest}</p>`);
  });
});
