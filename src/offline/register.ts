import { ofPerson } from '../parts/storage.ts';

/** Set by a person who wants no copy. It is about the site, not about the world in it: a reset leaves it. */
export const declined = ofPerson(`no offline copy ${location.pathname}`);

export const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  await navigator.serviceWorker.register('service-worker.js');
  return navigator.serviceWorker.getRegistration();
};
