/** A kept object that survives the replacement of the platform's state, by an import or by another tab's engine. */
export interface OutlivesState {
  /** Drops everything that ended with the platform's earlier state. */
  readonly stateReplaced: () => void;
}

export const outlivesState = (value: object): value is OutlivesState => 'stateReplaced' in value;
