import type { StorageState } from '../../worker/api.ts';

/** Whether saving everything again has worked, as a sentence. */
export const savedAgain = ({ isFull }: StorageState): string =>
  isFull ? 'There is still not enough room to save everything.' : 'There is room again: everything is saved.';
