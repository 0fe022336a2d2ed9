import { describe, expect, test } from 'vitest';
import { decodeForm, plans } from '../../engine/inside.ts';
import { choices as platformChoices } from '../../engine/spec/choices.ts';
import type { AuthKind } from '../../engine/inside.ts';
import { parse } from '../../engine/spec/parse.ts';
import { problems } from '../../engine/spec/problem-list.ts';
import { allRows } from '../support/cells.ts';
import { proves } from '../support/clause.ts';
import { appFor, clientOf, example, onlyReads, readyKinds, sharedExamples } from '../../testing/examples.ts';
import { openLegs } from '../../testing/legs.ts';
import { durable, inhabitedStarter, start } from '../../testing/platform.ts';
import type { Answer, AnswerBody } from '../../testing/platform.ts';
import { appNamed } from '../../testing/portal.ts';
import { declarations, endpoints as descriptions } from '../../testing/endpoints.ts';

const schemaOf = (id: string, status: number) =>
  declarations.find((endpoint) => endpoint.id === id)!.answers[status]!.schema;

/** The body by its content type. */
function contentOf(answer: Answer): unknown {
  const type = answer.header('content-type')!;
  if (type.includes('json')) return answer.json;
  return type.startsWith('text/plain') ? answer.text : Object.fromEntries(decodeForm(answer.text));
}

/** A declared success; a row of 8.3 has data. */
function expectGood(answer: Answer, { id, limits, answers }: (typeof descriptions)[number]): void {
  const declared = answers[answer.status];
  expect(declared, answer.text).toBeDefined();
  expect(answer.status).toBeLessThan(300);
  expect(answer.header('content-type')).toBe(declared);
  expect(answer.exchange.trace.map(({ outcome }) => outcome)).not.toContain('refused');
  // A stream has such lines: stream.test.ts reads them.
  if (answer.outcome.kind === 'stream') return;
  expect(parse(schemaOf(id, answer.status), contentOf(answer))).toMatchObject({ success: true });
  if (!limits.documented) return;
  const { data, meta } = answer.json as Partial<AnswerBody>;
  expect(Object.keys(data ?? {}).length, `no data: ${answer.text}`).toBeGreaterThan(0);
  expect(answer.json).not.toHaveProperty('errors');
  if (Array.isArray(data) && meta && 'result_count' in meta) expect(meta.result_count).toBe(data.length);
}

/** Status and code for a kind of authentication that the endpoint does not accept. */
function refusalOf(takes: AuthKind, given: AuthKind): [status: number, code: number] {
  if (takes === 'basic') return [403, 99];
  if (takes === 'client') return [401, 32];
  // An access token is not a request token.
  if (takes === 'requestToken' && given === 'oauth1') return [401, 89];
  return given === 'none' ? [400, 215] : [403, 220];
}

const openExample = sharedExamples();
/** Calls that only read share them. */
const readers = new Map<string, ReturnType<typeof openLegs>>();

async function legsFor(endpoint: (typeof descriptions)[number]): ReturnType<typeof openLegs> {
  const name = appFor(endpoint);
  const open = async () => {
    const { platform } = await openExample(endpoint);
    const { credentials } = await inhabitedStarter();
    return openLegs(name, { snapshot: platform.snapshot(), credentials });
  };
  if (!onlyReads(endpoint)) return open();
  const held = readers.get(name) ?? open();
  readers.set(name, held);
  const legs = await held;
  await legs.platform.clock.advance(900_000); // what was counted for others
  return legs;
}

describe.each(descriptions.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (id, endpoint) => {
  test.each(readyKinds(endpoint))('its example succeeds for %s, with the declared answer', async (kind) => {
    const { platform, as } = await openExample(endpoint);
    const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
    expectGood(answer, endpoint);
    const appName = kind === 'oauth1' ? appFor(endpoint) : 'Northwind Reader';
    expect(answer.exchange).toMatchObject({ endpointId: id, appId: appNamed(platform, appName).id });
  });

  if (endpoint.auth.includes('oauth2'))
    test('its example succeeds for an OAuth 2.0 user token of its scopes alone', async () => {
      const { as, pkce } = await legsFor(endpoint);
      const { access_token } = await pkce(endpoint.scopes.join(' '), 'mira_holm');
      expectGood(await as.withBearer(access_token).send(example(endpoint, as)), endpoint);
    });

  test('it answers under its aliases', async () => {
    const [kind] = readyKinds(endpoint);
    for (const alias of kind ? endpoint.aliases : []) {
      const { as } = await start(await inhabitedStarter());
      const message = example({ ...endpoint, path: alias }, as);
      expect((await clientOf(as, kind!, endpoint).send(message)).status).toBeLessThan(300);
    }
  });

  test('other kinds of authentication are refused and change nothing', async () => {
    // A page answers every visitor: oauth1.test.ts and oauth2.test.ts test its questions.
    if (endpoint.auth.includes('session') || endpoint.auth.includes('visitor')) return;
    // An address that a browser opens requires nothing else: compliance.test.ts.
    if (endpoint.auth.includes('address')) return;
    const { platform, as } = await start({ scenario: 'starter' });
    const before = durable(platform);
    for (const kind of ['none', 'basic', 'consumer', 'app', 'oauth1'] as const) {
      if (endpoint.auth.includes(kind)) continue;
      const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
      expect([answer.status, answer.code], kind).toEqual(refusalOf(endpoint.auth[0]!, kind));
      if (answer.status === 403 && answer.code === 220 && endpoint.path.startsWith('/2/'))
        expect(answer.json.title).toBe('Unsupported Authentication');
    }
    expect(durable(platform)).toBe(before);
  });

  test('its choices are in the register, its problems in the closed list', () => {
    expect(platformChoices.map((choice) => choice.id)).toEqual(expect.arrayContaining([...endpoint.choices]));
    expect(Object.keys(problems)).toEqual(expect.arrayContaining([...endpoint.refuses]));
  });

  test('each path parameter has a schema and a value in the example', () => {
    const names = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name);
    expect(endpoint.fields.filter((field) => field.in === 'path').map(({ name }) => name)).toEqual(names);
    expect(Object.keys(endpoint.example.path ?? {})).toEqual(names);
  });

  test('its limits are those of its row, and Enterprise has those of Pro', () => {
    const row = allRows.find((each) => each.endpoint === `${endpoint.method} ${endpoint.path}`);
    expect(endpoint.limits.documented).toBe(row !== undefined);
    for (const plan of plans) {
      const declared = endpoint.limits.cells[plan]?.map(({ limit, windowSeconds, scope }) => ({
        calls: limit,
        minutes: windowSeconds / 60,
        scope,
      }));
      if (row) expect(declared ?? []).toEqual(row.cells[plan === 'enterprise' ? 'pro' : plan]);
      else expect(declared!.length).toBeGreaterThan(0);
    }
  });

  test('everything it declares is plain data', () => {
    expect(structuredClone(endpoint)).toEqual(endpoint);
    expect(JSON.parse(JSON.stringify(endpoint))).toEqual(endpoint);
  });
});

test(
  proves('1-all-endpoints-rate-limited', 'every endpoint reports a limit whose remaining count falls'),
  async () => {
    const open = sharedExamples();
    for (const endpoint of descriptions) {
      const { as } = await open(endpoint);
      const [kind] = readyKinds(endpoint);
      if (!kind) continue;
      const first = await clientOf(as, kind, endpoint).send(example(endpoint, as));
      expect(first.number('svc-rate-limit-limit')).toBeGreaterThan(0);
      expect(first.number('svc-rate-limit-remaining')).toBe(first.number('svc-rate-limit-limit') - 1);
      // Invalidating ends the credential of the call: there is no second call.
      if (endpoint.id === 'invalidateUserToken') continue;
      const second = await clientOf(as, kind, endpoint).send(example(endpoint, as));
      expect(second.number('svc-rate-limit-remaining')).toBe(
        Math.max(0, first.number('svc-rate-limit-remaining') - 1),
      );
    }
  },
);

test('answers are the same before and after the seeded users are created', async () => {
  const early = declarations.filter(({ needsNobody }) => needsNobody);
  expect(early.length).toBeGreaterThan(0);
  for (const { id } of early) {
    const endpoint = descriptions.find((each) => each.id === id)!;
    const [kind] = readyKinds(endpoint);
    const bodies = [{ scenario: 'starter' as const }, await inhabitedStarter()].map(async (options) => {
      const { as } = await start(options);
      return (await clientOf(as, kind!, endpoint).send(example(endpoint, as))).text;
    });
    const [before, after] = await Promise.all(bodies);
    expect(before, id).toBe(after);
  }
});
