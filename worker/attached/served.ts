import type { Credential, Platform } from '../../engine/inside.ts';

/** A world that a local server keeps, as attached pages need it. */
export interface Served {
  /** Another one after a reset. */
  readonly platform: Platform;
  /** The keys and tokens that are kept with it. */
  credentials: readonly Credential[];
  /** Keeps them as well as the world is kept. */
  keepCredentials(): Promise<void>;
  /** Begins again with what the server was started with. */
  reset(): Promise<void>;
}
