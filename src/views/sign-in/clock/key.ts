/** Of the mark in the storage and of the lock; beside the playground's path, as its data is. */
export const heldClockKey = `svc-playground:flow${typeof document === 'undefined' ? '' : new URL('.', document.baseURI).pathname}`;
