import { families, known, outlines } from '#reference';
import { connect } from '../worker/api.ts';
import { parseRoute } from './router.ts';
import { run } from './sandbox/run.ts';
import { place, visitOfTab } from './state/place.svelte.ts';
import { Reference } from './state/reference.svelte.ts';
import { PageSession } from './state/session.svelte.ts';
import { readRoute } from './views/requests/call/route.ts';
import { stored } from './views/requests/call/stored-tabs.ts';

/**
 * Connects to the platform and loads what the first paint needs, for the person's own world or for the lesson or
 * stage that this tab was in. Rejects if the platform cannot start.
 */
export async function open(): Promise<void> {
  const [playground, reference] = await Promise.all([connect(run), openReference()]);
  const own = new PageSession(playground, await playground.greet(), reference);
  if (visitOfTab.read()) await import('./come-back.ts').then((it) => it.comeBack(own)).catch(() => undefined);
  place.shown ??= own;
}

/** Loads the endpoint that the address names, and the outlines that the open tabs show. */
function openReference(): Promise<Reference> {
  const open = stored(() => true).tabs.map(({ route }) => route.endpointId);
  return Reference.open({ families, known, outlines }, named(), open);
}

function named(): string | null | undefined {
  const parsed = parseRoute(location.hash);
  if (!('view' in parsed) || parsed.view !== 'requests') return null;
  const read = readRoute(parsed);
  return 'route' in read ? read.route.endpointId : null;
}
