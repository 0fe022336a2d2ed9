import type { Scenario } from './scenario.ts';
import { starter } from './starter.ts';

/** Nothing but the platform itself: what a person makes is all there is. */
const empty: Scenario = { name: 'empty', build: () => [] };

export const scenarios = { starter, empty } as const;
