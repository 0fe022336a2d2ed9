import { families, known, outlines } from '#reference';
import { connect } from '../worker/api.ts';
import type { FromRunner, RunReceiver } from '../worker/api.ts';
import { parseRoute } from './router.ts';
import { Reference } from './state/reference.svelte.ts';
import { PageSession } from './state/session.svelte.ts';
import { readRoute } from './views/requests/call/route.ts';
import { stored } from './views/requests/call/stored-tabs.ts';

/** Reaches the platform, wherever it runs, and brings what the first paint needs. Rejects when it cannot start. */
export async function open(): Promise<PageSession> {
  const [playground, reference] = await Promise.all([connect(run), openReference()]);
  return new PageSession(playground, await playground.greet(), reference);
}

/** Loads the sandbox with the first receiver that runs. */
export const run: RunReceiver = (given, port) =>
  void import('./sandbox/receivers.ts').then(
    ({ runReceiver }) => runReceiver(given, port),
    (error: unknown) => port.postMessage({ type: 'cannot', why: String(error) } satisfies FromRunner),
  );

/** With the endpoint that the address names, and with what tabs show of those that were left open. */
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
