import { tabsAmong } from '../../worker/api.ts';

/** How many tabs of this playground are open, this one among them. Without Web Locks there is no second one. */
export async function openTabs(): Promise<number> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return 1;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return Math.max(1, tabsAmong(`svc-playground:${new URL('.', document.baseURI).pathname}`, held));
}
