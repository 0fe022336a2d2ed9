import { isKeptElsewhere } from '../../../parts/storage.ts';

const ofPage = `svc-playground:flow${typeof document === 'undefined' ? '' : new URL('.', document.baseURI).pathname}`;
/** A lesson's clock is this tab's alone. */
const ofLesson = `${ofPage} ${crypto.randomUUID()}`;

/**
 * Of the mark in the storage and of the lock; beside the playground's path, as its data is. It says who holds the clock,
 * and is no memory that a reset would set aside.
 */
export const heldClockKey = (): string => (isKeptElsewhere() ? ofLesson : ofPage);
