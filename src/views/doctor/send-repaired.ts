import { isResponse, timestampTolerance, utf8 } from '../../../worker/api.ts';
import type { Sent } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { DiagnosisForm } from './diagnosis-form.svelte.ts';

/** A timestamp older than this is renewed before it is used, in s. */
const old = timestampTolerance - 100;

/** Draws again what the repaired request was signed with, if its timestamp is too old to be accepted. */
export function renew(session: PageSession, form: DiagnosisForm): void {
  const now = form.fresh.clock === 'real' ? Date.now() : session.clock.now;
  if (Math.abs(now / 1000 - form.fresh.timestamp) > old) form.draw();
}

/** Sends a repaired request to the platform, and prepares the next one, since a nonce is accepted once. */
export async function sendRepaired(session: PageSession, form: DiagnosisForm): Promise<Sent> {
  renew(session, form);
  const { repaired } = form;
  if (!repaired) throw new Error('It cannot be signed here.');
  const { body, ...message } = repaired.request;
  try {
    return await session.playground.send(body === null ? message : { ...message, body: utf8(body) });
  } finally {
    form.draw();
  }
}

/** The status of an answer; null if the connection was closed without one. */
export const statusOf = ({ outcome }: Sent): number | null => (isResponse(outcome) ? outcome.status : null);
