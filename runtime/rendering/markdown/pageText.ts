/** A page for machines: its Markdown, and the position of each part. */
export interface PageText {
  readonly markdown: string;
  /** The range of each top-level section: `start` inclusive, `end` exclusive. */
  readonly sections: readonly TextSection[];
  readonly outline: readonly TextHeading[];
  /** The forms in the page's sections, in order. Absent without forms. */
  readonly forms?: readonly TextForm[];
}

export interface TextForm {
  readonly section: string;
  /** The form type's qualified name. */
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
