import { ofPerson } from '../parts/storage.ts';

const slot = ofPerson('single-keys');

/** Remembers whether single keys act, if storage is allowed; public/theme.js reads it. */
export const rememberSingleKeys = (on: boolean): void => slot.write(on ? null : 'off');
