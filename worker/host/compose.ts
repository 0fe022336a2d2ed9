/** Makes a platform with everything that its host provides. */
import { composePlatform, isClosed } from '../../engine/inside.ts';
import type { ComposeOptions, Exchange, Platform } from '../../engine/inside.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { Announcer } from './announcer.ts';
import type { Keeper } from './keeper.ts';
import type { Loading } from './loading.ts';
import type { OpenedStart } from './opened.ts';
import type { Outside } from './outside.ts';
import type { Seat } from './seat.ts';
import type { Surroundings } from './surroundings.ts';

export interface PlatformHost {
  readonly surroundings: Surroundings;
  readonly announcer: Announcer;
  readonly keeper: Keeper;
  readonly loading: Loading;
  readonly outside: Outside;
  /** Called when the rows that are read after the start cannot be read. */
  readonly unreadable: (seat: Seat, error: unknown) => void;
}

/** Exchanges in the log, besides its limit in bytes. Its newest ones are the record that people work with. */
export const logSize = 10_000;

export function compose(start: OpenedStart, seat: Seat, host: PlatformHost): Platform {
  const { surroundings, announcer, keeper, loading, outside } = host;
  const { families, now = Date.now, storage, turn } = surroundings;
  const isWanted = () => seat.standing !== 'left' && !keeper.isStopped;
  const options = {
    ...loading.whileWanted(start, isWanted),
    arriving: (arriving) => seat.counts && loading.hear(arriving),
    families,
    logSize,
    now,
    elapsed: () => performance.now(),
    send: async (request, limits) => (await outside.internet.get()).send(platform, request, limits),
    open: async (call) => (await outside.internet.get()).open(platform, call),
    commit: (changes) => {
      if (seat.counts) watcher?.committed(changes);
      return keeper.commitOf(seat, changes);
    },
    isFull: () => storage.kept.isFull ?? false,
    fault: (error) => console.error(error),
    turn,
    ...(subtle && { sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)) }),
    deferred: () => keeper.lag(),
    wake: (at) => keeper.wake(seat, at),
  } satisfies ComposeOptions;
  const platform: Platform = composePlatform(options);
  const watcher = surroundings.watch?.(platform);
  platform.whole().catch((error: unknown) => {
    if (isWanted()) host.unreadable(seat, error);
  });
  platform.exchanges.subscribe((exchange) => {
    if (!seat.counts) return;
    watcher?.answered(exchange);
    announcer.say(noticeOf(exchange));
  });
  return platform;
}

/** What pages hear of a call that was answered. */
export const noticeOf = ({ sequence, endpointId, outcome }: Exchange): PlaygroundEvent => ({
  type: 'exchange',
  sequence,
  endpointId,
  status: isClosed(outcome) ? null : outcome.status,
});

/** Only in secure contexts. */
const subtle = 'subtle' in crypto ? crypto.subtle : undefined;
