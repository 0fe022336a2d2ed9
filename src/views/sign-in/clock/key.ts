import { newId } from '../../../../worker/api.ts';
import { isKeptElsewhere } from '../../../parts/storage.ts';

const ofPage = `svc-playground:flow${typeof document === 'undefined' ? '' : new URL('.', document.baseURI).pathname}`;
/** Only this tab uses the clock of a lesson or the stage. */
const ofVisit = `${ofPage} ${newId()}`;

/**
 * The key of the mark in the storage, and of the lock. It follows the playground's path, as its data does. The mark
 * says who holds the clock; it is not data that a reset would set aside.
 */
export const heldClockKey = (): string => (isKeptElsewhere() ? ofVisit : ofPage);
