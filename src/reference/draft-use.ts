/** Which fields of its reference a call that is being composed contains. */
export interface DraftUse {
  /** `where`: query, path or body; `path`: the names of a field, joined by dots. */
  readonly has: (where: string, path: string) => boolean;
  /** Adds the field to the call; absent for fields that cannot be added. */
  readonly add: (where: string, path: string) => void;
}
