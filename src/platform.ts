import { details, outlines } from '#reference';
import { connect } from '../worker/api.ts';
import { parseRequests } from './router-requests.ts';
import { Reference } from './state/reference.svelte.ts';
import { Session } from './state/session.svelte.ts';

/** Reaches the platform, wherever it runs, and brings what the first paint needs. Rejects when it cannot start. */
export async function open(): Promise<Session> {
  const [playground, reference] = await Promise.all([connect(), openReference()]);
  return new Session(playground, await playground.greet(), reference);
}

/** With the endpoint that the address names, and the one that is shown where it names none. */
async function openReference(): Promise<Reference> {
  const reference = new Reference(outlines, (family) => details[family]!());
  const named = parseRequests(location.hash);
  const wanted = [reference.first?.id, 'route' in named ? named.route.endpointId : null];
  await Promise.all(wanted.flatMap((id) => (id ? [reference.load(id)] : [])));
  return reference;
}
