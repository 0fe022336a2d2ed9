/** Events that a page gets without asking. They are small: a page asks for more when it needs more. */
import { having, nullable, number, object, oneOf, text, union } from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';
import type { ArrivingFile } from './file.ts';
import { isClockState, isLoadingState, isStorageState } from './world.ts';
import type { ClockState, JumpState, LoadingState, Replacer, StorageState, World } from './world.ts';

export type PlaygroundEvent =
  /** A call was answered, for any tab; `exchanges()` has it. `status` is null for a connection that was closed. */
  | {
      readonly type: 'exchange';
      readonly sequence: number;
      readonly endpointId: string | null;
      readonly status: number | null;
    }
  | { readonly type: 'clock'; readonly clock: ClockState }
  /** The progress of a jump that takes longer than a moment, at most four times a second, and its end. */
  | ({ readonly type: 'jump' } & JumpState)
  | { readonly type: 'world'; readonly world: World }
  | { readonly type: 'storage'; readonly storage: StorageState }
  /** The progress of reading what comes after the start, at most four times a second; null when it is complete. */
  | { readonly type: 'loading'; readonly loading: LoadingState | null }
  /** Something was done in the developer portal. */
  | { readonly type: 'portal' }
  /** A receiver, its storage or its log has changed. */
  | { readonly type: 'receivers' }
  /** A catalog, access to catalogs, a feed or a run of a feed has changed. */
  | { readonly type: 'catalog' }
  /** A stream was opened or has ended, in any tab. */
  | { readonly type: 'streams' }
  /** A file of the simulated internet was added or deleted, or is served in another way. */
  | { readonly type: 'files' }
  /** The progress of storing a file, at most four times a second. */
  | ({ readonly type: 'arriving' } & ArrivingFile)
  /** The progress of an export or an import, at most four times a second: `done` of `total` bytes, which may be estimated. */
  | {
      readonly type: 'transfer';
      readonly token: string;
      readonly done: number;
      readonly total: number;
    }
  /** The progress of a load on a copy of the platform, at most four times a second. */
  | {
      readonly type: 'trial';
      readonly token: string;
      /** Calls answered with anything except a 429, out of all calls. */
      readonly answered: number;
      readonly calls: number;
    }
  /** The state was replaced: `by` a person, or, without `by`, by a takeover. The page calls `greet()` again. */
  | { readonly type: 'restarted'; readonly by?: Replacer | 'undo' | undefined };

type EventOf<T extends PlaygroundEvent['type']> = Extract<PlaygroundEvent, { readonly type: T }>;

export const isEvent: Check<PlaygroundEvent> = union<PlaygroundEvent>({
  exchange: object<EventOf<'exchange'>>({
    type: oneOf('exchange'),
    sequence: number,
    endpointId: nullable(text),
    status: nullable(number),
  }),
  clock: object<EventOf<'clock'>>({ type: oneOf('clock'), clock: isClockState }),
  jump: object<EventOf<'jump'>>({
    type: oneOf('jump'),
    from: number,
    until: number,
    callsUntil: nullable(number),
    clock: isClockState,
    end: oneOf('made', 'stopped', null),
  }),
  world: object<EventOf<'world'>>({
    type: oneOf('world'),
    world: having<World>('projects', 'apps', 'users', 'vault', 'notices', 'abuseEnabled'),
  }),
  storage: object<EventOf<'storage'>>({ type: oneOf('storage'), storage: isStorageState }),
  loading: object<EventOf<'loading'>>({ type: oneOf('loading'), loading: nullable(isLoadingState) }),
  portal: object<EventOf<'portal'>>({ type: oneOf('portal') }),
  receivers: object<EventOf<'receivers'>>({ type: oneOf('receivers') }),
  catalog: object<EventOf<'catalog'>>({ type: oneOf('catalog') }),
  streams: object<EventOf<'streams'>>({ type: oneOf('streams') }),
  files: object<EventOf<'files'>>({ type: oneOf('files') }),
  arriving: object<EventOf<'arriving'>>({
    type: oneOf('arriving'),
    name: text,
    bytes: number,
    of: nullable(number),
  }),
  transfer: object<EventOf<'transfer'>>({
    type: oneOf('transfer'),
    token: text,
    done: number,
    total: number,
  }),
  trial: object<EventOf<'trial'>>({ type: oneOf('trial'), token: text, answered: number, calls: number }),
  restarted: object<EventOf<'restarted'>>({
    type: oneOf('restarted'),
    by: oneOf(undefined, 'reset', 'import', 'undo'),
  }),
});
