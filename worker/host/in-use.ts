import type { Current } from './current.ts';
import type { HostStorage } from './storage.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * What most handlers need of the world that pages work with. A tab has it as `Current`; where pages are attached to a local
 * server, that server keeps the platform, and `worker/attached` has this.
 */
export interface InUse extends Pick<
  Current,
  | 'announcer'
  | 'beforeJump'
  | 'canUndo'
  | 'changing'
  | 'clock'
  | 'jump'
  | 'noteCall'
  | 'noteChange'
  | 'platform'
  | 'run'
  | 'runChange'
  | 'runWhole'
  | 'vault'
  | 'world'
> {
  readonly loading: Pick<Current['loading'], 'state'>;
  readonly outside: Pick<Current['outside'], 'files' | 'internet'>;
  readonly storage: Pick<HostStorage, 'keep' | 'kept'>;
  readonly surroundings: Pick<Surroundings, 'families' | 'sandbox' | 'turn'>;
}
