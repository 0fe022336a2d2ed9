/** Shows another world for a while. The person's own continues meanwhile, and is shown unchanged afterwards. */
import { tick } from 'svelte';
import { keepElsewhere, ofPlayground } from '../parts/storage.ts';
import type { Store } from '../parts/storage.ts';
import { place, visitOfTab } from '../state/place.svelte.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { interrupt } from '../state/set-aside.ts';

/** The person's own session during a visit, and how to resume it. */
let away: { readonly own: PageSession; readonly comeBack: () => void } | null = null;

/** The session of the person's own world. */
export const ownOf = (session: PageSession): PageSession => away?.own ?? session;

/** Returns to the person's own world, at an address there. */
export async function leave(address: string): Promise<void> {
  if (!away) return;
  visitOfTab.write(null);
  await show(away.own, away.own, address);
}

/** Shows another world in place of the current one, which leaves the page first. */
export async function show(session: PageSession, own: PageSession, address: string | null): Promise<void> {
  const before = place.shown;
  place.shown = null;
  await tick(); // lets the former session store its last changes
  const wasAway = away;
  if (session === own) {
    keepElsewhere();
    wasAway?.comeBack();
    away = null;
  } else {
    away ??= { own, comeBack: goOnBehind(own) };
    keepElsewhere(inMemory());
    ofPlayground('welcome:1').write('seen');
  }
  before?.visit?.end();
  session.visit?.begin?.();
  if (address !== null) history.pushState(null, '', address);
  place.shown = session;
  if (session !== own) return;
  await tick();
  // The router of a session that was away still has another address.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: location.href, newURL: location.href }));
  document.querySelector('main')?.focus();
}

/** What a visit remembers goes with it. */
function inMemory(): (storage: () => Storage) => Store {
  const stores = new Map<unknown, Map<string, string>>();
  return (storage) => {
    const texts = stores.get(storage) ?? new Map<string, string>();
    stores.set(storage, texts);
    return {
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    };
  };
}

/**
 * The session receives events of its world, but work that the page itself ran in it is suspended. Returns the way back.
 */
function goOnBehind(own: PageSession): () => void {
  const stop = own.follow();
  const goOn = interrupt(own.kept);
  return () => {
    goOn();
    void tick().then(stop); // by then the frame follows the session
  };
}
