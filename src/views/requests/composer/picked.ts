import type { ChosenKind, KnownEndpoint } from '#reference';
import type { FieldDescription } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** What a value can be chosen from: times on the platform's clock, or people and things of its world. */
export type Picked = 'time' | ChosenKind;

/** Where the choices come from. */
export interface PickFrom {
  readonly session: PageSession;
  readonly endpoint: KnownEndpoint | null;
}

/** The kind of a field's values; null if there is nothing to choose from. */
export function picked(
  { name, schema }: FieldDescription,
  { endpoint }: Pick<PickFrom, 'endpoint'>,
): Picked | null {
  if (schema.format === 'date-time') return 'time';
  return endpoint?.chosen[name] ?? null;
}
