/**
 * The same families, but their endpoints fail when ordered, and their calls to the outside lose their answers when
 * ordered.
 */
import type { Answer, Endpoint } from '../declaration/endpoint.ts';
import type { Family } from '../declaration/family.ts';
import type { Effect, FamilyWork } from '../declaration/work.ts';
import type { OpensStream } from '../declaration/services.ts';
import type { Cancel } from '../http/outcome.ts';
import { isRefusal, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Failure, Failures } from './failure.ts';

export const failing = (families: readonly Family[], failures: Failures): readonly Family[] =>
  families.map((family) => ({
    ...family,
    load: async () => (await family.load()).map((endpoint) => failingEndpoint(endpoint, failures)),
    ...(family.work && { work: failingWork(family.work, failures) }),
  }));

const failingWork = (work: FamilyWork, failures: Failures): FamilyWork => ({
  ...work,
  async load() {
    const { effects, ...handlers } = await work.load();
    const failing = Object.entries(effects).map(
      ([name, effect]) => [name, losing(name, effect, failures)] as const,
    );
    return { ...handlers, effects: Object.fromEntries(failing) };
  },
});

const losing = (name: string, effect: Effect, failures: Failures): Effect => ({
  ...effect,
  call(pending, platform) {
    const call = effect.call(pending, platform);
    return call && failures.take(name) ? { ...call, losesAnswer: true } : call;
  },
});

const failingEndpoint = (endpoint: Endpoint, failures: Failures): Endpoint => ({
  ...endpoint,
  handle(call, platform) {
    const failure = failures.take(endpoint.id);
    if (!failure) return endpoint.handle(call, platform);
    if (failure.type === 'lost') return endpoint.handle(call, platform); // only effects can lose an answer
    if (failure.type === 'error') return refuse('internalError', 'a test ordered this failure');
    if (failure.type === 'shortPage')
      return endpoint.handle(call, { ...platform, paging: { ...platform.paging, looks: failure.looks } });
    const answer = endpoint.handle(call, platform);
    const broken = (each: Answer | Refusal): Answer | Refusal => {
      if (!isRefusal(each)) return breaking(each, failure);
      failures.giveBack(endpoint.id, failure);
      return each;
    };
    return answer instanceof Promise ? answer.then(broken) : broken(answer);
  },
});

type Broken = Extract<Failure, { readonly after: number }>;

const breaking = (answer: Answer, failure: Broken): Answer =>
  isStream(answer.body) ? { ...answer, body: broken(answer.body, failure) } : answer;

/** A body that is a function is a stream (`Answer`). */
const isStream = (body: unknown): body is OpensStream => typeof body === 'function';

function broken(opens: OpensStream, { type, after }: Broken): OpensStream {
  return (sink, change) => {
    let left = after;
    let cancel: Cancel = () => undefined; // until there is something to cancel
    const cut = (): boolean => {
      if (type !== 'cut' || left > 0) return false;
      sink.end('a test ordered that this stream is cut');
      return true;
    };
    cancel = opens(
      {
        write(chunk) {
          if (left === 0) return true; // the stream stalls
          left--;
          const isTaken = sink.write(chunk);
          if (cut()) cancel();
          return isTaken;
        },
        end(reason, last) {
          if (left > 0) sink.end(reason, last);
        },
      },
      change,
    );
    if (cut()) cancel();
    return cancel;
  };
}
