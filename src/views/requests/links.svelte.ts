import { parseRoute } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import { hrefOf, readRoute } from './route.ts';
import type { Draft } from './composer/draft.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** Browsers limit how often the address may change: typing is written when it pauses, in ms. */
const pause = 150;

/**
 * Keeps the address and the draft the same. Another endpoint or tab is a step that Back undoes, typing is not.
 * To be called while a component is set up.
 */
export function followLinks({ session, draft }: { session: PageSession; draft: Draft }): void {
  read();
  let step = stepOf(draft);
  let typed: string | null = null;

  function read(): void {
    const route = routeHere();
    if (!route) return;
    const parsed = readRoute(route);
    const problem = 'problem' in parsed ? parsed.problem : draft.load(parsed.route);
    if (problem) session.notices.say(problem);
  }

  /** Before the person goes on, the step that they leave gets what they typed. */
  function write(): void {
    if (typed !== null && typed !== location.hash && routeHere()) history.replaceState(null, '', typed);
    typed = null;
  }

  function goBack(): void {
    typed = null;
    read();
    step = stepOf(draft);
  }

  $effect(() => {
    const hash = hrefOf(draft.route);
    if (stepOf(draft) !== step) {
      write();
      step = stepOf(draft);
      if (hash !== location.hash && routeHere()) history.pushState(null, '', hash);
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
}

/** null where the address is already another view's, which the frame is about to open. */
function routeHere(): ViewRoute | null {
  const route = parseRoute(location.hash);
  return 'view' in route && route.view === 'requests' ? route : null;
}

const stepOf = (draft: Draft): string => `${draft.endpoint?.id ?? ''} ${draft.tab}`;
