/** All examples of the OpenAPI document, recorded once per process because it takes a few seconds. */
import type { Recorded } from '../engine/reference/examples.ts';
import { recordedCalls } from './recorded-calls.ts';
import { recordedRefusals } from './recorded-refusals.ts';

let once: Promise<Recorded> | null = null;

export const recorded = (): Promise<Recorded> =>
  (once ??= (async () => ({ calls: await recordedCalls(), refusals: await recordedRefusals() }))());
