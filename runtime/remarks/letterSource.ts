/** The subject of a letter about what was said in a remark: the remark, and the number of the words in it. */
export const letterSource = (remark: string, number: number): string => `${remark}.${number}`;

/** The remark that a letter is about. */
export const remarkOfSource = (source: string): string => source.slice(0, source.lastIndexOf("."));
