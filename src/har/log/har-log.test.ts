import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { text } from '../../../worker/api.ts';
import { readHar } from '../read.ts';
import { HarLog } from './har-log.ts';

const endpoints = [
  { id: 'getMe', method: 'GET', path: '/2/users/me', aliases: [] },
  { id: 'getUser', method: 'GET', path: '/2/users/:id', aliases: [] },
  { id: 'createPost', method: 'POST', path: '/2/posts', aliases: [] },
] as const;

function log(file: string): HarLog {
  const read = readHar(file);
  if ('problem' in read) throw new Error(read.problem);
  return new HarLog(read, endpoints);
}
const har = (...entries: readonly object[]) =>
  JSON.stringify({ log: { creator: { name: 'Proxy', version: '2' }, entries } });
const entry = (request: object, more: object = {}) => ({
  startedDateTime: '2026-03-02T10:08:22.120Z',
  time: 12.4,
  request: { method: 'GET', url: 'https://a.example/2/users/me', headers: [], ...request },
  response: { status: 200, headers: [], content: { text: '{}', size: 2 } },
  ...more,
});

function rows(of: HarLog, filter = '', change: string | null = null) {
  const found = of.find({ filter, change, from: 0, count: 100 });
  if (found.kind === 'problem') throw new Error(found.message);
  return found.rows.map(({ sequence, status, endpointId }) => [sequence, status, endpointId]);
}

test('issue 21: a file is listed like the log, by the number of its entries, the last first', () => {
  const opened = log(
    har(
      entry({}),
      entry({ url: 'chrome://a' }),
      entry({ method: 'POST', url: 'http://127.0.0.1:7070/2/posts' }, { response: { status: 403 } }),
    ),
  );
  expect(rows(opened)).toEqual([
    [3, 403, 'createPost'],
    [1, 200, 'getMe'],
  ]);
  expect(rows(opened, 'op:getMe')).toEqual([[1, 200, 'getMe']]);
  expect(rows(opened, 'after:10:08 status:4xx')).toEqual([[3, 403, 'createPost']]);
  expect(opened.find({ filter: 'stauts:1', change: null, from: 0, count: 1 }).kind).toBe('problem');
  expect(opened.summary).toMatchObject({ read: 2, ours: 2, writer: 'Proxy 2' });
  expect(opened.summary.leftOut).toEqual([
    { says: 'Its address is neither http nor https.', count: 1, first: 2 },
  ]);
});

test('issue 21: it says what was changed on reading, and lists the entries of one change', () => {
  const content = { text: '{"a": 1}', encoding: 'base64', size: 8 };
  const plain = 'The body of its answer is declared as Base64 but is not: it was taken as it is.';
  const opened = log(
    har(
      entry({}),
      entry({}, { response: { status: 200, headers: [], content } }),
      entry({}, { startedDateTime: 'soon', response: { status: 200, headers: [], content } }),
      entry({}, { response: { status: 200, headers: [], content: { size: 9 } } }),
    ),
  );
  expect(opened.summary.unchanged).toBe(1);
  expect(opened.summary.changes).toEqual([
    { says: plain, count: 2 },
    { says: 'Its time cannot be read.', count: 1 },
    { says: 'The body of its answer is not in the file.', count: 1 },
  ]);
  expect(rows(opened, '', plain).map(([sequence]) => sequence)).toEqual([3, 2]);
  expect(opened.entry(3)?.entry.notes).toEqual([plain, 'Its time cannot be read.']);
});

test('issue 21: an entry whose time the file does not say has none, and is neither before nor after anything', () => {
  const opened = log(har(entry({}), entry({}, { startedDateTime: undefined })));
  expect(opened.entry(2)?.exchange.at).toBeNaN();
  expect(opened.entry(2)?.entry.sentAt).toBeNull();
  expect(rows(opened)).toHaveLength(2);
  for (const filter of ['before:2999-01-01', 'after:1970-01-01', 'after:00:00'])
    expect(rows(opened, filter).map(([sequence]) => sequence)).toEqual([1]);
});

test('an entry is opened with both messages, as far as the file has them', () => {
  const opened = log(
    har(
      entry(
        {
          method: 'POST',
          url: 'https://a.example/2/posts',
          headers: [{ name: 'Authorization', value: 'OAuth oauth_signature="x"' }],
          postData: { mimeType: 'application/json', text: '{"text":"a"}' },
        },
        { response: { status: 201, headers: [], content: { text: 'Y2Fmw6k=', encoding: 'base64' } } },
      ),
      entry({}, { response: { status: 0, _error: 'net::ERR_ABORTED' } }),
    ),
  );
  const first = opened.entry(1);
  expect([first?.isSigned, first?.exchange.durationMs]).toEqual([true, 12]);
  expect(text(first?.exchange.request.body ?? new Uint8Array())).toBe('{"text":"a"}');
  expect(first?.exchange.outcome.kind === 'response' && text(first.exchange.outcome.body)).toBe('café');
  expect(opened.entry(2)?.exchange.outcome).toEqual({ kind: 'closed', reason: 'net::ERR_ABORTED' });
  expect(opened.entry(3)).toBeNull();
});

test.each(['chromium', 'firefox', 'safari', 'mitmproxy', 'http-toolkit', 'chrome'])(
  'every entry of the file that %s wrote can be opened',
  (name) => {
    const opened = log(readFileSync(`tests/support/har/${name}.har`, 'utf8'));
    expect(rows(opened)).toHaveLength(opened.summary.read);
    for (const [sequence] of rows(opened)) expect(opened.entry(Number(sequence))).not.toBeNull();
  },
);
