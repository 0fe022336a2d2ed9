import { tabsAmong } from '../../worker/api.ts';

/** The number of open tabs of this playground, including this one. Without Web Locks it is always one. */
export async function openTabs(): Promise<number> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return 1;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return Math.max(1, tabsAmong(`svc-playground:${new URL('.', document.baseURI).pathname}`, held));
}
