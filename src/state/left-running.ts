import { ofTab } from '../parts/storage.ts';

/** What ran when this tab's page was left; nothing where all had come to its end. */
export const leftRunning = ofTab('running:1');
