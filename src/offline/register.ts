import { ofPerson } from '../parts/storage.ts';

/** Set by a person who wants no copy. It belongs to the site, not to its world, so a reset keeps it. */
export const declined = ofPerson(`no offline copy ${location.pathname}`);

export const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  await navigator.serviceWorker.register('service-worker.js');
  return navigator.serviceWorker.getRegistration();
};
