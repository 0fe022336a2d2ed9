import type Count from './Count.svelte';
import type Encoded from './Encoded.svelte';
import type Encoding from './Encoding.svelte';
import type { Instrument } from './instrument.svelte.ts';
import type MarkedKey from './MarkedKey.svelte';
import type Signature from './Signature.svelte';
import type Value from './Value.svelte';
import type Walk from './Walk.svelte';

/** What follows parts and edits, with the components that draw it: all are loaded when they are first used. */
export interface InstrumentParts {
  readonly instrument: Instrument;
  readonly Count: typeof Count;
  readonly Encoded: typeof Encoded;
  readonly Encoding: typeof Encoding;
  readonly MarkedKey: typeof MarkedKey;
  readonly Signature: typeof Signature;
  readonly Value: typeof Value;
  readonly Walk: typeof Walk;
}
