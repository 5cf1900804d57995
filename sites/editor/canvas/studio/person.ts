/** Another member, and their place. */
export interface OtherMember {
  readonly member: string;
  /** Null if the name is unknown. */
  readonly name: string | null;
  readonly page: string;
  readonly section: string | null;
}
