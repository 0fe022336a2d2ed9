import type { OpenStream, Sent } from '../../../../../worker/api.ts';
import { rooted } from '../../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import type { Calls } from '../../call/calls.svelte.ts';
import { StreamReading } from './stream-reading.svelte.ts';

const readings = new WeakMap<Sent, StreamReading>();

/** The reading of a stream that a call opened: begun once, and going on when another call or view is looked at. */
export function readingOf(sent: Sent, stream: OpenStream, calls: Calls, session: PageSession): StreamReading {
  let reading = readings.get(sent);
  if (!reading) {
    const { at } = sent.exchange;
    reading = rooted(() => new StreamReading(stream.body, at, () => Math.max(at, session.clock.now)));
    readings.set(sent, reading);
    calls.streams = [...calls.streams.filter(({ reader }) => reader.isOpen), { sent, reader: reading }];
  }
  return reading;
}
