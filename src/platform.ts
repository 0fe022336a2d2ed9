import { details, outlines } from '#reference';
import { connect } from '../worker/api.ts';
import { parseRoute } from './router.ts';
import { Reference } from './state/reference.svelte.ts';
import { PageSession } from './state/session.svelte.ts';
import { readRoute } from './views/requests/route.ts';

/** Reaches the platform, wherever it runs, and brings what the first paint needs. Rejects when it cannot start. */
export async function open(): Promise<PageSession> {
  const [playground, reference] = await Promise.all([connect(), openReference()]);
  return new PageSession(playground, await playground.greet(), reference);
}

/** With the endpoint that the address names, and the one that is shown where it names none. */
async function openReference(): Promise<Reference> {
  const reference = new Reference(outlines, (family) => details[family]!());
  const wanted = [reference.first?.id, named()];
  await Promise.all(wanted.flatMap((id) => (id ? [reference.load(id)] : [])));
  return reference;
}

function named(): string | null | undefined {
  const parsed = parseRoute(location.hash);
  if (!('view' in parsed) || parsed.view !== 'requests') return null;
  const read = readRoute(parsed);
  return 'route' in read ? read.route.endpointId : null;
}
