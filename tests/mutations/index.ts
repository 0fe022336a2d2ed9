import type { Mutation } from '../../scripts/mutate/mutation.ts';
import { engineMutations } from './engine.ts';
import { pageMutations } from './page.ts';
import { workerMutations } from './worker.ts';

/** A hundred small mistakes in product code. `npm run mutate` says which of them the tests notice. */
export const mutations: readonly Mutation[] = [...engineMutations, ...workerMutations, ...pageMutations];
