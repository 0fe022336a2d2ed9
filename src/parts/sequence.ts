/** The data of a sequence diagram: its participants and messages. */
export type SequenceLane = 0 | 1 | 2;

export interface SequenceMessage {
  readonly from: SequenceLane;
  readonly to: SequenceLane;
  readonly label: string;
  /** For narrow screens; without it the label has the full width there. */
  readonly short?: string;
  /** `wait`: for the person. */
  readonly state: 'done' | 'refused' | 'wait' | 'todo';
  /** Whether its details are open elsewhere in the view. */
  readonly opened?: boolean;
  /** Refused on purpose, so not an error. */
  readonly wanted?: boolean;
}

export interface Lifeline {
  readonly name: string;
  /** The participant in this world. */
  readonly who: string;
}
