/** A family that streams, because none of the platform's families does so in this way. */
import { endpoint, stream } from '../../../engine/declaration/endpoint.ts';
import { familyOf } from '../../../engine/declaration/family.ts';
import { utf8 } from '../../../engine/index.ts';
import type { StreamSink } from '../../../engine/index.ts';
import { v2 } from '../../../engine/spec/apis.ts';
import { string } from '../../../engine/spec/fields.ts';
import { unlisted } from '../../../engine/spec/limits.ts';
import type { State } from '../../../engine/state/state.ts';

const common = {
  api: v2,
  method: 'GET',
  section: '4',
  auth: ['app'],
  limits: unlisted('1000 A'),
  choices: [],
  refuses: [],
  example: {},
  answers: { 200: stream(string()) },
} as const;

/** The text of every post from now on, one per line, when it is kept. */
const posts = endpoint({
  ...common,
  id: 'harnessPosts',
  path: '/2/harness/posts',
  summary: 'Posts as they are made',
  handle: (_, { state }) => ({
    status: 200,
    body: (sink: StreamSink) =>
      (state as State).journal.subscribe(({ posts: changed }) => {
        for (const { text } of changed?.added ?? []) sink.write(utf8(`${String(text)}\n`));
      }),
  }),
});

/** Numbered lines of 1,000 bytes, this many every few milliseconds, while there is room. */
const numbered = (id: string, path: `/${string}`, lines: number) =>
  endpoint({
    ...common,
    id,
    path,
    summary: `${lines} lines at a time`,
    handle: () => ({
      status: 200,
      body: (sink: StreamSink) => {
        let line = 0;
        const timer = setInterval(() => {
          for (let at = 0; at < lines; at++)
            if (!sink.write(utf8(`${String(line++).padStart(999, '0')}\n`))) return clearInterval(timer);
        }, 5);
        return () => clearInterval(timer);
      },
    }),
  });

const flow = numbered('harnessFlow', '/2/harness/flow', 10);
const flood = numbered('harnessFlood', '/2/harness/flood', 100);

export const streams = familyOf('harness', 'Streams of the harness', [posts, flow, flood]);
