import type { OpenStream, Sent } from '../../../../../worker/api.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import type { StreamReading } from '../../../../stream/stream-reading.svelte.ts';
import { Streams } from '../../../../stream/streams.svelte.ts';
import type { Calls } from '../../call/calls.svelte.ts';

/** The reader of a stream that a call opened: closing the call's tab ends it. */
export function readingOf(sent: Sent, stream: OpenStream, calls: Calls, session: PageSession): StreamReading {
  const reader = session.keep(Streams).read(sent, stream, 'requests');
  if (!calls.streams.some((each) => each.sent === sent))
    calls.streams = [...calls.streams.filter((each) => each.reader.isOpen), { sent, reader }];
  return reader;
}
