/** The state of a webhook's checks, in the same words everywhere (choice: crc-hourly). */
import type { Webhook } from '../../../worker/api.ts';
import { distance } from '../../parts/figures.ts';

/** After this time without a success, in ms, the next failed check makes it invalid. */
const graceMs = 86_400_000;

export interface WebhookStanding {
  readonly level: 'ok' | 'warn' | 'err';
  readonly icon: 'check' | 'warn' | 'err';
  /** "valid". */
  readonly word: string;
  /** "3 checks failed, not valid in 22 h"; null for nothing. */
  readonly more: string | null;
}

export function standingOf(
  { valid, succeededAt, checks }: Pick<Webhook, 'valid' | 'succeededAt' | 'checks'>,
  now: number,
): WebhookStanding {
  if (!valid) return { level: 'err', icon: 'err', word: 'not valid', more: null };
  const failures = checks.filter(({ failed, at }) => failed !== null && at > succeededAt).length;
  if (failures === 0) return { level: 'ok', icon: 'check', word: 'valid', more: null };
  const left = succeededAt + graceMs - now;
  const end = left > 0 ? `not valid ${distance(left)}` : 'not valid with the next one';
  return {
    level: 'warn',
    icon: 'warn',
    word: 'valid',
    more: `${failures === 1 ? 'a check' : `${failures} checks`} failed, ${end}`,
  };
}
