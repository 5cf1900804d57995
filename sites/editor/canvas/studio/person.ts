/** Another member, and where they are. */
export interface OtherMember {
  readonly member: string;
  /** Null where nobody has named them. */
  readonly name: string | null;
  readonly page: string;
  readonly section: string | null;
}
