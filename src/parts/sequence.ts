/** Who talks to whom, and what is said: what a sequence diagram is drawn of. */
export type SequenceLane = 0 | 1 | 2;

export interface SequenceMessage {
  readonly from: SequenceLane;
  readonly to: SequenceLane;
  readonly label: string;
  /** For narrow places; without it the label has the whole width on a narrow screen. */
  readonly short?: string;
  /** `wait`: for the person. */
  readonly state: 'done' | 'refused' | 'wait' | 'todo';
  /** Opened elsewhere. */
  readonly opened?: boolean;
  /** Refused on purpose: nothing is wrong. */
  readonly wanted?: boolean;
}

export interface Lifeline {
  readonly name: string;
  /** Who that is here. */
  readonly who: string;
}
