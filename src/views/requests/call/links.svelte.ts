import { untrack } from 'svelte';
import { parseRoute } from '../../../router.ts';
import type { ViewRoute } from '../../../router.ts';
import { addressOf, readRoute } from './route.ts';
import type { CallTabs } from './call-tabs.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** Browsers limit how often the address may change, so typing is written after a pause, in ms. */
const pause = 150;

const notArrived = 'The description of this endpoint could not be loaded from the server.';

/**
 * Keeps the address and the shown call in step. Another call, endpoint or part of the request is a step that Back
 * undoes; typing is not. Call it while a component is initialised. While a link `isOpening`, the call before it is still
 * the current one and must not be shown: the person would send it in place of the one they chose.
 */
export function followLinks({ session, tabs }: { session: PageSession; tabs: CallTabs }): {
  readonly isOpening: boolean;
} {
  /** The address whose endpoint is being loaded: it stays until it can be read. */
  let awaited = $state.raw<string | null>(null);
  read();
  let step = stepOf(tabs);
  let typed: string | null = null;

  function read(): void {
    const route = routeHere();
    if (!route) return;
    const parsed = readRoute(route);
    if ('route' in parsed && session.reference.lacks(parsed.route.endpointId))
      return fetch(parsed.route.endpointId!);
    const problem = 'problem' in parsed ? parsed.problem : tabs.open(parsed.route);
    if (problem) session.notices.say(problem);
  }

  /** Afterwards the address is read again, unless the person has moved on. */
  function fetch(endpointId: string): void {
    const hash = (awaited = location.hash);
    const unless = (act: () => void) => () => {
      if (awaited === hash) act();
    };
    const give = () => {
      awaited = null;
      session.notices.say(notArrived);
    };
    session.reference.load(endpointId).then(unless(goBack), unless(give));
  }

  /** Whether the tab of this history entry is shown, with its edits since. */
  function isShown(): boolean {
    const tab = tabs.byId((history.state as { call?: unknown } | null)?.call);
    const route = routeHere();
    const read = route && readRoute(route);
    if (!tab || !read || 'problem' in read || tab.endpointId !== read.route.endpointId) return false;
    tabs.show(tab);
    if (tab.awake) tab.draft.tab = read.route.tab ?? tab.draft.usualTab;
    return true;
  }

  const say = (how: 'pushState' | 'replaceState', hash: string) =>
    history[how]({ call: tabs.current.id }, '', hash);

  /** Writes the person's edits to the current history entry before they move on. */
  function write(): void {
    const isAwaited = untrack(() => awaited === location.hash);
    if (typed !== null && typed !== location.hash && !isAwaited && routeHere()) say('replaceState', typed);
    typed = null;
  }

  function goBack(): void {
    typed = awaited = null;
    if (!isShown()) read();
    step = stepOf(tabs);
  }

  $effect(() => {
    const hash = addressOf(tabs.current.route);
    if (stepOf(tabs) !== step) {
      write();
      awaited = null;
      step = stepOf(tabs);
      if (routeHere()) say('pushState', hash);
      return;
    }
    typed = hash;
    const timer = setTimeout(write, pause);
    return () => {
      clearTimeout(timer);
    };
  });

  $effect(() => {
    addEventListener('popstate', goBack);
    addEventListener('click', write, { capture: true });
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('popstate', goBack);
      removeEventListener('click', write, { capture: true });
      removeEventListener('pagehide', write);
    };
  });

  return {
    get isOpening() {
      return awaited !== null;
    },
  };
}

/** null if the address already belongs to another view, which is about to open. */
function routeHere(): ViewRoute | null {
  const route = parseRoute(location.hash);
  return 'view' in route && route.view === 'requests' ? route : null;
}

const stepOf = ({ current }: CallTabs): string =>
  `${current.id} ${current.endpointId ?? ''} ${current.awake ? current.draft.tab : ''}`;
