/**
 * The length of a text in UTF-8, computed without encoding it. A lone surrogate counts three bytes, as its replacement
 * character.
 */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) length += unit > 0x7ff ? 2 : 1;
    if (unit >= 0xd800 && unit <= 0xdbff && isLow(text.charCodeAt(index + 1))) {
      // A surrogate pair has two units and four bytes: two are counted as units, two are added here.
      index += 1;
    }
  }
  return length;
}

const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
