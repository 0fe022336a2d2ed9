import { ofTab } from '../parts/storage.ts';

/** Work that was running when this tab's page was left; empty if everything had ended. */
export const leftRunning = ofTab('running:1');
