import type { Learner } from '../format/learner.ts';

export const liveCallback = 'https://northwind-reader.example/signed-in';

/** One App that has run only on its developer’s machine so far, and one without an address. */
export async function withoutCallbacks(learner: Learner): Promise<void> {
  const set = (appName: string, callback_urls: readonly string[]) =>
    learner.do('portal.updateApp', learner.appId(appName), { callback_urls: [...callback_urls] });
  await set('Northwind Reader', ['http://127.0.0.1:8080/callback']);
  await set('Northwind Courier', []);
}
