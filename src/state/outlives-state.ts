/** What a session keeps beyond the platform's state that it was made of: an import's, or that of another tab's engine. */
export interface OutlivesState {
  /** Lets go of what ended with the platform's former state. */
  readonly stateReplaced: () => void;
}

export const outlivesState = (value: object): value is OutlivesState => 'stateReplaced' in value;
