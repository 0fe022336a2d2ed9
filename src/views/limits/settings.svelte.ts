import { isRecord, keysOf } from '../../../worker/api.ts';
import { membersIn } from '../../parts/json.ts';
import { ofPlayground } from '../../parts/storage.ts';
/** A person's settings in this view. Stored values are checked, and bounded. */
export interface LimitValues {
  /** The token that sends the load. */
  readonly as: 'oauth1' | 'app' | 'oauth2';
  /** The endpoint of the load; null for the call in Requests. */
  readonly endpoint: string | null;
  readonly count: number;
  readonly perSecond: number;
  readonly on429: 'go on' | 'wait' | 'stop';
  /** Milliseconds. */
  readonly firstMs: number;
  readonly factor: number;
  readonly mostMs: number;
  readonly jitter: boolean;
  /** Whether strategies start with full windows. */
  readonly fresh: boolean;
  /** Whether the person's own strategy runs beside them. */
  readonly own: boolean;
  /** The calls per hour or day that are compared on each plan. */
  readonly calls: number;
  readonly per: 'hour' | 'day';
  readonly spread: 'evenly' | 'at once';
  readonly by: 'oauth1' | 'app';
  readonly wanted: string | null;
  /** The range of the plot in minutes; 0 for all known calls. */
  readonly minutes: 15 | 60 | 0;
}

export const bounds = {
  count: [1, 2000],
  perSecond: [1, 100],
  firstMs: [100, 3_600_000],
  factor: [1, 10],
  mostMs: [1000, 86_400_000],
  calls: [1, 100_000],
} as const;
export type Bounded = keyof typeof bounds;

export const usual: LimitValues = {
  as: 'oauth1',
  endpoint: null,
  count: 120,
  perSecond: 10,
  on429: 'go on',
  firstMs: 1000,
  factor: 2,
  mostMs: 256_000,
  jitter: false,
  fresh: true,
  own: false,
  calls: 500,
  per: 'hour',
  spread: 'evenly',
  by: 'oauth1',
  wanted: null,
  minutes: 0,
};

const allowed: { readonly [K in keyof LimitValues]?: readonly LimitValues[K][] } = {
  as: ['oauth1', 'app', 'oauth2'],
  on429: ['go on', 'wait', 'stop'],
  per: ['hour', 'day'],
  spread: ['evenly', 'at once'],
  by: ['oauth1', 'app'],
  minutes: [15, 60, 0],
  jitter: [true, false],
  fresh: [true, false],
  own: [true, false],
};

/** Whether a number is valid: only `factor` may have a fraction. */
export function isWithin(name: Bounded, value: unknown): value is number {
  const [least, greatest] = bounds[name];
  if (typeof value !== 'number' || (name !== 'factor' && !Number.isInteger(value))) return false;
  return value >= least && value <= greatest;
}

const isId = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && /^[A-Za-z0-9_]{1,80}$/.test(value));

const isBounded = (name: string): name is Bounded => Object.hasOwn(bounds, name);

const fits = (name: keyof LimitValues, value: unknown): boolean => {
  if (isBounded(name)) return isWithin(name, value);
  const list: readonly unknown[] | undefined = allowed[name];
  return list?.includes(value) ?? isId(value);
};

/** The valid stored values, with the defaults for the rest. */
export function settingsFrom(stored: unknown): LimitValues {
  if (!isRecord(stored)) return usual;
  const good = keysOf(usual).filter((name) => Object.hasOwn(stored, name) && fits(name, stored[name]));
  return { ...usual, ...Object.fromEntries(good.map((name) => [name, stored[name]])) };
}

const slot = ofPlayground('limits:1');

/** The settings of the view, stored if the browser allows it. */
export class LimitSettings {
  values = $state.raw<LimitValues>(settingsFrom(membersIn(slot.read() ?? '')));

  set(change: Partial<LimitValues>): void {
    this.values = settingsFrom({ ...this.values, ...change });
    slot.write(JSON.stringify(this.values));
  }
}
