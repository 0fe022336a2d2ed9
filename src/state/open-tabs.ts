/** How many tabs of this playground are open, this one among them. Without Web Locks there is no second one. */
export async function openTabs(): Promise<number> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return 1;
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  // Each tab holds one as long as it lives (worker/tabs/presence.ts).
  const beginning = `svc-playground:${new URL('.', document.baseURI).pathname}:tab:`;
  return Math.max(1, held.filter(({ name }) => name?.startsWith(beginning)).length);
}
