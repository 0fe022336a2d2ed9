import { parsePlace } from '../../router.ts';
import { formatRequests, parseRequests } from '../../router-requests.ts';
import type { RequestsRoute } from '../../router-requests.ts';
import type { Draft } from '../../state/draft.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

/** Browsers limit how often the address may change: typing is written when it pauses, in ms. */
const pause = 150;

const notArrived =
  'What there is to know of this endpoint did not arrive from the server that the page came from.';

/**
 * Keeps the address and the draft the same. Another endpoint or tab is a step that Back undoes, typing is not.
 * To be called while a component is set up.
 */
export function followLinks({ session, draft }: { session: Session; draft: Draft }): void {
  read();
  let place = placeOf(draft);
  let typed: string | null = null;

  function read(): void {
    if (!isHere()) return;
    const parsed = parseRequests(location.hash);
    if ('route' in parsed && lacks(parsed.route)) return fetch(parsed.route.endpointId!);
    const problem = 'problem' in parsed ? parsed.problem : draft.load(parsed.route);
    if (problem) session.notices.say(problem);
  }

  /** Whether there is such an endpoint, of which only what lists show is known. */
  function lacks({ endpointId }: RequestsRoute): boolean {
    return session.reference.outline(endpointId) !== null && !session.reference.endpoint(endpointId!);
  }

  /** Then the address is read again, whichever it is by then. */
  function fetch(endpointId: string): void {
    session.reference.load(endpointId).then(goBack, () => session.notices.say(notArrived));
  }

  /** Before the person goes on, the step that they leave gets what they typed. */
  function write(): void {
    if (typed !== null && typed !== location.hash && isHere()) history.replaceState(null, '', typed);
    typed = null;
  }

  function goBack(): void {
    typed = null;
    read();
    place = placeOf(draft);
  }

  $effect(() => {
    const hash = formatRequests(draft.route);
    if (placeOf(draft) !== place) {
      write();
      place = placeOf(draft);
      if (hash !== location.hash && isHere()) history.pushState(null, '', hash);
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

/** The address may already be another view's, which the frame is about to open. */
function isHere(): boolean {
  const place = parsePlace(location.hash);
  return 'view' in place && place.view === 'requests';
}

const placeOf = (draft: Draft): string => `${draft.endpoint?.id ?? ''} ${draft.tab}`;
