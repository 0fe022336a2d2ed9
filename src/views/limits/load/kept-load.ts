/** The running load, kept for the tab, so that after a reload the page can show how far it came. */
import { isRecord, isWhole, keysOf } from '../../../../worker/api.ts';
import type { Refuser } from '../../../../worker/api.ts';
import { membersIn } from '../../../parts/json.ts';
import { ofTab } from '../../../parts/storage.ts';
import { isWithin, settingsFrom } from '../settings.svelte.ts';
import type { LoadOutline, LoadResult } from './load-result.ts';

const slot = ofTab('load:1');

const refusers = { window: 0, month: 0, connections: 0 } as const satisfies Record<Refuser, number>;

/** No credential is kept: a load that continues is signed again. */
export function keepLoad({ plan, ...result }: LoadResult): void {
  const { endpointId, by, appId, count, perSecond, on429, form } = plan;
  const outline: LoadOutline = { endpointId, by, appId, count, perSecond, on429, form };
  slot.write(JSON.stringify({ ...result, plan: outline }));
}

export const forgetLoad = (): void => slot.write(null);

/** The load that a reload cut off in this tab; null if there is none, or if the stored data is invalid. */
export function cutOffLoad(): LoadResult | null {
  return loadFrom(membersIn(slot.read() ?? ''));
}

const cut = 'cut off by a reload of the page';

export function loadFrom(stored: unknown): LoadResult | null {
  const plan = isRecord(stored) ? outlineFrom(stored['plan']) : null;
  if (!isRecord(stored) || !plan) return null;
  const sums = { sent: 0, done: 0, refused: 0, closed: 0, other: 0, tookMs: 0, waitedMs: 0 };
  for (const name of keysOf(sums)) {
    const value = stored[name];
    if (!isWhole(value, 0)) return null;
    sums[name] = value;
  }
  if (sums.sent >= plan.count) return null;
  const refusedBy = countsIn(stored['refusedBy'], isRefuser);
  const others = countsIn(stored['others'], (name): name is string => /^[1-5]\d\d$/.test(name));
  return { ...sums, plan, refusedBy, others, waitsUntil: null, ended: cut, isCutOff: true };
}

function outlineFrom(stored: unknown): LoadOutline | null {
  if (!isRecord(stored) || !isRecord(stored['form'])) return null;
  const { endpointId, by, appId, count, perSecond } = stored;
  if (typeof endpointId !== 'string' || typeof by !== 'string' || typeof appId !== 'string') return null;
  if (!isWithin('count', count) || !isWithin('perSecond', perSecond)) return null;
  const { as, endpoint, on429 } = settingsFrom({ ...stored, ...stored['form'] });
  return { endpointId, by, appId, count, perSecond, on429, form: { as, endpoint } };
}

const isRefuser = (name: string): name is Refuser => Object.hasOwn(refusers, name);

function countsIn<K extends string>(
  stored: unknown,
  isName: (name: string) => name is K,
): { readonly [name in K]?: number } {
  const found: { [name in K]?: number } = {};
  for (const [name, count] of Object.entries(isRecord(stored) ? stored : {}))
    if (isName(name) && isWhole(count, 0)) found[name] = count;
  return found;
}
