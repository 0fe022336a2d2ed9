/** What a call that is being put together has of the fields of its reference. */
export interface DraftUse {
  /** `where`: query, path or body; `path`: the names of a field, joined by dots. */
  readonly has: (where: string, path: string) => boolean;
  /** Puts the field into the call; absent from what cannot be added. */
  readonly add: (where: string, path: string) => void;
}
