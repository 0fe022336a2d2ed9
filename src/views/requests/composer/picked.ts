import type { ChosenKind, KnownEndpoint } from '#reference';
import type { FieldDescription } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** What a value may be chosen among: the hours of the platform's clock, or people and things of its world. */
export type Picked = 'time' | ChosenKind;

/** Where there is something to choose from. */
export interface PickFrom {
  readonly session: PageSession;
  readonly endpoint: KnownEndpoint | null;
}

/** What the values of a field are; null where there is nothing to choose from. */
export function picked(
  { name, schema }: FieldDescription,
  { endpoint }: Pick<PickFrom, 'endpoint'>,
): Picked | null {
  if (schema.format === 'date-time') return 'time';
  return endpoint?.chosen[name] ?? null;
}
