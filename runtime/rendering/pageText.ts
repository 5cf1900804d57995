/** A page as machines read it: Markdown, and where in it everything begins. */
export interface PageText {
  readonly markdown: string;
  /** What each section at the top of the page wrote, from `start` up to, not including, `end`. */
  readonly sections: readonly TextSection[];
  readonly outline: readonly TextHeading[];
}

export interface TextSection {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export interface TextHeading {
  readonly level: number;
  readonly text: string;
  readonly at: number;
}
