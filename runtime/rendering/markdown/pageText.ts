/** A page as machines read it: Markdown, and the position of each part in it. */
export interface PageText {
  readonly markdown: string;
  /** The text of each top-level section, from `start` up to, not including, `end`. */
  readonly sections: readonly TextSection[];
  readonly outline: readonly TextHeading[];
  /** The forms that the page's sections show, in order; absent without forms. */
  readonly forms?: readonly TextForm[];
}

export interface TextForm {
  readonly section: string;
  /** The qualified name of the form's kind. */
  readonly type: string;
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
