/**
 * Who may call each row of 8.3: by kind of token, plan, permission level and scope, as the document's cells and the
 * register's table of scopes define it. Both are read here independently of the declarations.
 */
import { describe, expect, test } from 'vitest';
import { plans } from '../../engine/inside.ts';
import type { EndpointDescription } from '../../engine/index.ts';
import { rows } from '../support/cells.ts';
import type { Row } from '../support/cells.ts';
import { proves } from '../support/clause.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { example } from '../../testing/examples.ts';
import { openLegs } from '../../testing/legs.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, caller, Client } from '../../testing/platform.ts';
import { scopesOf } from '../support/scopes.ts';

const northwind = '1700';
const minute = 60_000;
/** Northwind's, with the third level: what it may not do, no App may. */
const courier = 'Northwind Courier';
/** In no Project. */
const standalone = 'Pocket Sketch';

/** Every set of scopes that is sufficient for some row, and each of them without one of its scopes. */
const without = (scopes: string, missing: string): string =>
  scopes
    .split(' ')
    .filter((scope) => scope !== missing)
    .join(' ');
const enough = [...new Set(Object.values(scopesOf))].filter((scopes) => scopes !== '');
const short = enough.flatMap((scopes) => scopes.split(' ').map((missing) => without(scopes, missing)));

/** The starter's four people. Mira gave the Courier a token with each set, and gave one to the Standalone App. */
const world = await (async () => {
  const legs = await openLegs(courier, { logSize: 1 });
  const { platform } = legs;
  const tokens = new Map<string, string>();
  for (const scopes of new Set([...enough, ...short])) {
    // The pages and the token endpoint have their own limits.
    if (tokens.size % 50 === 49) await platform.clock.advance(15 * minute);
    tokens.set(scopes, (await legs.pkce(scopes, 'mira_holm')).access_token);
  }
  const credentials = platform.initialCredentials;
  const sketch = await openLegs(standalone, { snapshot: platform.snapshot(), credentials, logSize: 1 });
  const { access_token } = await sketch.pkce('post.read users.read', 'mira_holm');
  return { tokens, standing: access_token, options: { snapshot: sketch.platform.snapshot(), credentials } };
})();

const open = () => start(world.options);
type As = ReturnType<typeof caller>;

const withScopes = (as: As, scopes: string): Client => as.withBearer(world.tokens.get(scopes)!);

const callers = {
  app: (as: As) => as.bearer(courier),
  oauth1: (as: As) => as.user('mira_holm', courier),
  oauth2: (as: As, scopes: string) => withScopes(as, scopes || enough[0]!),
} as const;
const kinds = ['app', 'oauth1', 'oauth2'] as const;

/**
 * Endpoints that can only act for a user: their A value accepts no bearer token (choice: app-cell-on-user-endpoint).
 */
const forUsersAlone =
  /\/2\/dm_|\/bookmarks\/folders|^POST \/2\/posts$|^DELETE \/2\/posts\/:id$|\/personalized_trends$/;

/** U accepts a user's tokens, A the App's. */
function takenBy({ endpoint, cells }: Row): readonly (typeof kinds)[number][] {
  const scopes = new Set(cells.pro.map(({ scope }) => scope));
  return kinds.filter((kind) =>
    kind === 'app' ? scopes.has('app') && !forUsersAlone.test(endpoint) : scopes.has('user'),
  );
}

const levels = ['read', 'read-write', 'read-write-directmessages'] as const;
/** An App of Northwind at each level. */
const appAt = { read: 'Northwind Viewer', 'read-write': 'Northwind Reader', [levels[2]]: courier } as const;

/** Rule 3 of section 5. */
function leastLevel(endpoint: string): (typeof levels)[number] {
  if (endpoint.includes(' /2/dm_')) return 'read-write-directmessages';
  return endpoint.startsWith('GET ') ? 'read' : 'read-write';
}

const of = (answer: Answer) => [answer.status, answer.code];

/** The small world lacks much that examples name: a caller who is told so is authorised. */
function expectServed(answer: Answer, who: string): void {
  expect([200, 201, 400, 404], `${who}: ${answer.status} ${answer.text}`).toContain(answer.status);
}

/** This kind of token is refused, regardless of its other rights. */
function expectUnsupported(answer: Answer, who: string): void {
  expect([...of(answer), answer.json.title], who).toEqual([403, 220, 'Unsupported Authentication']);
}

const declared = new Map(endpoints.map((each) => [`${each.method} ${each.path}`, each]));
const cases = rows.map((row) => [row.endpoint, row, declared.get(row.endpoint)!] as const);

test('the register lists the scopes of exactly the rows; a row with scopes accepts user tokens', () => {
  expect(Object.keys(scopesOf).sort()).toEqual(rows.map(({ endpoint }) => endpoint).sort());
  for (const row of rows)
    expect(takenBy(row).includes('oauth2'), row.endpoint).toBe(scopesOf[row.endpoint] !== '');
});

describe('each kind of token is allowed or refused on each plan as the cell says', () => {
  test.each(cases)('%s', async (name, row, endpoint) => {
    for (const plan of plans)
      for (const kind of kinds) {
        const { platform, as } = await open();
        await platform.do('portal.setPlan', northwind, plan);
        const answer = await callers[kind](as, scopesOf[name]!).send(example(endpoint, as));
        const who = `${kind} on ${plan}`;
        if (!takenBy(row).includes(kind)) expectUnsupported(answer, who);
        else if (row.cells[plan === 'enterprise' ? 'pro' : plan].length === 0)
          expect(of(answer), who).toEqual([403, 453]);
        else expectServed(answer, who);
      }
  });
});

describe('a user token needs the level and every scope, and nothing else', () => {
  test.each(cases.filter(([, row]) => takenBy(row).includes('oauth1')))('%s', async (name, _, endpoint) => {
    const { platform, as } = await open();
    const before = durable(platform);
    const least = leastLevel(name);
    for (const level of levels.slice(0, levels.indexOf(least))) {
      const answer = await as.user('mira_holm', appAt[level]).send(example(endpoint, as));
      expect(of(answer), level).toEqual([403, least === levels[2] ? 93 : 261]);
    }
    for (const missing of scopesOf[name]!.split(' ')) {
      const client = withScopes(as, without(scopesOf[name]!, missing));
      expect(of(await client.send(example(endpoint, as))), `without ${missing}`).toEqual([403, 220]);
    }
    expect(durable(platform), 'what is refused changes nothing').toBe(before);
    for (const level of levels.slice(levels.indexOf(least))) {
      const fresh = await open();
      const client = fresh.as.user('mira_holm', appAt[level]);
      expectServed(await client.send(example(endpoint, fresh.as)), level);
    }
  });
});

test(
  proves(
    ['2.5-v2-needs-project-app', '9-v2-needs-project'],
    'no endpoint is served to a credential of a Standalone App',
  ),
  async () => {
    const { platform, as } = await open();
    const before = durable(platform);
    for (const [name, row, endpoint] of cases) {
      const clients = {
        app: as.bearer(standalone),
        oauth1: as.user('mira_holm', standalone),
        oauth2: as.withBearer(world.standing),
      };
      for (const kind of kinds) {
        const answer = await clients[kind].send(example(endpoint, as));
        expect(of(answer), `${name} by ${kind}`).toEqual([403, takenBy(row).includes(kind) ? 414 : 220]);
      }
      for (const client of [as.basic(standalone), as.consumer(standalone)])
        expect(of(await client.send(example(endpoint, as))), name).toEqual([403, 220]);
    }
    expect(durable(platform)).toBe(before);
  },
);

/** The call with an additional parameter, in its query or among the fields of its body. */
function* withUnknown(endpoint: EndpointDescription, as: As) {
  const message = example(endpoint, as);
  yield { ...message, path: `${message.path}${message.path.includes('?') ? '&' : '?'}nonsense=1` };
  if (endpoint.body) yield { ...message, json: { ...(message.json as object), nonsense: 1 } };
}

describe('unknown parameters are refused by name, and change nothing', () => {
  test.each(cases)('%s', async (_, row, endpoint) => {
    const { platform, as } = await open();
    const before = durable(platform);
    const [kind] = takenBy(row);
    for (const message of withUnknown(endpoint, as)) {
      const answer = await callers[kind!](as, '').send(message);
      expect(of(answer), answer.text).toEqual([400, 214]);
      expect(answer.json.errors.some(({ message: said }) => said.includes('nonsense'))).toBe(true);
    }
    expect(durable(platform)).toBe(before);
  });
});
