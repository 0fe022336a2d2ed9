/** Work for later: jobs that will be due, and calls to the outside that are not settled. */
import type { Json } from '../store/json.ts';
import { id, json, moment, nullable, text, whole } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

export interface JobRow {
  readonly id: string;
  /** Families declare the names of their jobs. */
  readonly name: string;
  readonly due: number;
  /** null for a job that runs once. */
  readonly every_ms: number | null;
  /** The data with which it was planned. */
  readonly data: Json;
}

export const jobFields: Fields<JobRow> = {
  id: text,
  name: text,
  due: moment,
  every_ms: nullable(whole(1)),
  data: json,
};

/** A row stays in the outbox until it is settled, even if the process ends. */
export interface OutboxRow {
  /** Ascending: the rows of one key are sent in the order of their ids. */
  readonly id: string;
  /** Families declare the names of their effects. */
  readonly effect: string;
  /** Only one row of a key is under way at a time. */
  readonly key: string;
  /** null while another row of its key is before it. */
  readonly due: number | null;
  /** How often it was attempted and then postponed. */
  readonly attempts: number;
  /** The data with which it was added. */
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
