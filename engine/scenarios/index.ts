import type { PopulationName } from '../state/tables/platform.ts';
import type { Populate, Scenario } from './scenario.ts';
import { starter } from './starter.ts';

/** Only the starter's four users. */
const small: Scenario = { name: 'small', build: starter.build, populations: ['ads'] };

/** Only the platform itself; everything else is created by the person. */
const empty: Scenario = { name: 'empty', build: () => [] };

export const scenarios = { starter, small, empty } as const;

/** Loaded when a call could first see them: they are most of the world, but nothing that it starts with. */
export const populations: Readonly<Record<PopulationName, () => Promise<Populate>>> = {
  starter: async () => (await import('./population/index.ts')).seedPopulation,
  ads: async () => (await import('./ads/index.ts')).seedPopulation,
};
