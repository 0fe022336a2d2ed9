import type { PopulationName } from '../state/tables/platform.ts';
import type { Populate, Scenario } from './scenario.ts';
import { starter } from './starter.ts';

/** The starter's four people and nobody else. */
const small: Scenario = { name: 'small', build: starter.build, populations: ['ads'] };

/** Nothing but the platform itself: what a person makes is all there is. */
const empty: Scenario = { name: 'empty', build: () => [] };

export const scenarios = { starter, small, empty } as const;

/** Loaded when somebody could first see them: they are most of a world, and none of what it starts with. */
export const populations: Readonly<Record<PopulationName, () => Promise<Populate>>> = {
  starter: async () => (await import('./population/index.ts')).seedPopulation,
  ads: async () => (await import('./ads/index.ts')).seedPopulation,
};
