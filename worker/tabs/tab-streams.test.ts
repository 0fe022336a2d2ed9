import { expect, test } from 'vitest';
import type { BeginStream } from '../answer.ts';
import { readStream, StreamEnded } from '../streams/reader.ts';
import type { Down } from '../streams/protocol.ts';
import { StreamSource } from '../streams/source.ts';
import { TabStreams } from './tab-streams.ts';

/** A stream that its engine ends while opening it. */
const broken: BeginStream = (send, over) =>
  new StreamSource(
    (sink) => {
      sink.end('it is closed for today');
      return () => undefined;
    },
    send,
    over,
  );

function streams() {
  const down: Down[] = [];
  const waited = { stopped: 0 };
  const ofTab = new TabStreams({
    down: (_tab, _id, part) => down.push(part),
    up: () => undefined,
    whenGone: () => () => void waited.stopped++,
  });
  return { ofTab, down, waited };
}

test('a stream that ends while it is opened is read as one that was ended early', async () => {
  const port = streams().ofTab.feed(broken);
  await expect(readStream(port).getReader().read()).rejects.toEqual(
    new StreamEnded('it is closed for today'),
  );
  port.close();
});

test('nothing of it is kept for another tab', () => {
  const { ofTab, down, waited } = streams();
  ofTab.serve('other', 'call', broken);
  expect(down).toEqual([{ type: 'end', reason: 'it is closed for today' }]);
  expect(waited.stopped).toBe(1);
  ofTab.endSources('the platform is gone');
  expect(down).toHaveLength(1);
});
