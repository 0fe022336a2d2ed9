import type { Message } from './received.ts';
import type { Stages, Way } from './stages.ts';
import type { Finding } from './types.ts';

/** A known mistake in the computation of a signature. */
export interface Mistake {
  readonly id: string;
  readonly title: string;
  /** The clause that it breaks. */
  readonly clause: string;
  /** A sentence without its full stop. */
  readonly cause: string;
  /** What to do, as a sentence that starts with a lower-case verb, without its full stop. */
  readonly repair: string;
  /** The ways in which the mistake can be made in this request; empty if it cannot. */
  readonly ways: (message: Message) => readonly Way[];
}

/** The ways of a mistake that can be made in only one way, if `when` holds. */
export const once =
  (stages: Way['stages'], when: (message: Message) => boolean = () => true): Mistake['ways'] =>
  (message) =>
    when(message) ? [{ stages }] : [];

/** Replaces a stage entirely. */
export const instead =
  <S extends keyof Stages>(stage: Stages[S]) =>
  (): Stages[S] =>
    stage;

export const finding = (mistake: Omit<Mistake, 'ways'>, detail?: string): Finding => ({
  id: mistake.id,
  title: mistake.title,
  clause: mistake.clause,
  cause: `${mistake.cause}${detail === undefined ? '' : ` (${detail})`}.`,
  repair: `${mistake.repair.charAt(0).toUpperCase()}${mistake.repair.slice(1)}.`,
});
