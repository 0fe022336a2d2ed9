/** What is to be done later: jobs that fall due, and calls to the outside that are not settled. */
import type { Json } from '../store/json.ts';
import { id, json, moment, nullable, text, whole } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

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

export const jobFields: Fields<JobRow> = {
  id: text,
  name: text,
  due: moment,
  every_ms: nullable(whole(1)),
  data: json,
};

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

export const outboxFields: Fields<OutboxRow> = {
  id,
  effect: text,
  key: text,
  due: nullable(moment),
  attempts: whole(0),
  data: json,
};
