/** What is to be done later: jobs that fall due, and calls to the outside that are not settled. */
import type { Json } from '../json.ts';

export interface JobRow {
  readonly id: string;
  /** Whose it is: families declare the names of their jobs. */
  readonly name: string;
  readonly due: number;
  /** null for one that runs once. */
  readonly every_ms: number | null;
  /** What it was planned with. */
  readonly data: Json;
}

/** Stands in the outbox until its settlement, whatever happens to the process. */
export interface OutboxRow {
  /** Ascending: those of one key go out in the order of their ids. */
  readonly id: string;
  /** Whose it is: families declare the names of their effects. */
  readonly effect: string;
  /** Of one key only one is under way at a time. */
  readonly key: string;
  /** null while another of its key is before it. */
  readonly due: number | null;
  /** How often it was tried and settled so that it is tried again. */
  readonly attempts: number;
  /** What it was put there with. */
  readonly data: Json;
}
