import { Validator } from '@seriousme/openapi-schema-validator';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { families, plans } from '../../engine/inside.ts';
import { choices } from '../../engine/spec/choices.ts';
import type { Credential } from '../../engine/index.ts';
import { loadFamilies } from '../../engine/reference/describe.ts';
import { openapi } from '../../engine/reference/openapi.ts';
import { recorded as record } from '../../scripts/recorded.ts';
import { attempts, callers } from '../support/attempts.ts';
import { allRows } from '../support/cells.ts';
import { declarations, endpoints } from '../../testing/endpoints.ts';
import { example } from '../../testing/examples.ts';
import { adsHost, start } from '../../testing/platform.ts';
import { proving } from '../support/prove.ts';
import type { Answer, AnswerBody } from '../../testing/platform.ts';

interface Shown {
  readonly schema: { readonly $ref?: string; readonly type?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}
interface Content {
  readonly content?: Readonly<Record<string, Shown>>;
}
interface Response extends Content {
  readonly headers: Readonly<Record<string, object>>;
  readonly 'x-codes'?: readonly number[];
}
interface Reference {
  readonly $ref: string;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
  }[];
  readonly 'x-section': string;
  readonly 'x-choices': readonly string[];
  readonly 'x-rate-limits': readonly { plan: string; scope: string; limit: number; windowSeconds: number }[];
}

/** As in the document: responses that several operations share are components. */
type Written = Omit<Operation, 'responses'> & {
  readonly responses: Readonly<Record<string, Response | Reference>>;
};

const baseUrl = 'https://api.svc.example';
const recorded = await record();
const document = openapi(await loadFamilies(families), { api: baseUrl, ads: adsHost }, recorded) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: object;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace(/\{([a-z_]+)\}/g, ':$1')}`,
    operation: { ...operation, responses: followed(operation.responses) } satisfies Operation,
  })),
);

function followed(responses: Written['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [
      status,
      '$ref' in each ? document.components.responses[each.$ref.split('/').at(-1)!]! : each,
    ]),
  );
}

/** An address of a compliance job. */
const isFile = / \/compliance\//;
/** The steps of the flows, whose number is unlisted too and larger (choice: unlisted). */
const inFlow =
  /oauth\/(request_token|authorize|authenticate|access_token)$|oauth2\/(authorize|revoke)$|\/2\/oauth2\/token$|connected_apps$/;

/** choice: unlisted */
const unlistedOf = (name: string): number => {
  if (name.includes(' /5/')) return 2000;
  if (name.includes('/2/account_activity/')) return 500;
  if (/\/2\/webhooks/.test(name)) return name.startsWith('GET') ? 300 : 100;
  return inFlow.test(name) || isFile.test(name) ? 300 : 25;
};

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 by a public validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document).toMatchObject({ openapi: '3.1.0' });
  });

  test('openapi.json is what the declarations say', async () => {
    const written = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(written), 'run `npm run generate`').toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('has every endpoint under each of its paths, with ids of their own', () => {
    const declared = endpoints.flatMap(({ method, path, aliases }) =>
      [path, ...aliases].map((each) => `${method} ${each}`),
    );
    expect(operations.map(({ name }) => name).sort()).toEqual(declared.sort());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(operations.map(({ name, operation }) => [name, operation] as const))(
    '%s has its limits, section and choices',
    (name, operation) => {
      const row = allRows.find(({ endpoint }) => endpoint === name);
      const expected = plans.flatMap((plan) =>
        (row?.cells[plan === 'enterprise' ? 'pro' : plan] ?? []).map(({ calls, minutes, scope }) => ({
          plan,
          scope,
          limit: calls,
          windowSeconds: minutes * 60,
        })),
      );
      if (row) expect(operation['x-rate-limits']).toEqual(expected);
      else
        expect(operation['x-rate-limits'].map(({ limit, windowSeconds }) => [limit, windowSeconds])).toEqual(
          plans.map(() => [unlistedOf(name), 900]),
        );
      expect(operation['x-section']).toMatch(/^\d(\.\d)?$/);
      const known = choices.map(({ id }) => id);
      for (const choice of operation['x-choices']) expect(known).toContain(choice);
      expect(operation.security.length).toBeGreaterThan(0);
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => `:${parameter.name}`)).toEqual(name.match(/:[a-z_]+/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
    },
  );
});

const operationOf = (id: string): Operation =>
  operations.find(({ operation }) => operation.operationId === id)!.operation;

/** Statuses that no caller can cause: a bug of ours, and the limit, which limits.test.ts reaches. */
const brought = (status: number): boolean => status !== 500 && status !== 429;

/** The bodies in the document for a status. */
const shownOf = ({ example, examples = {} }: Shown): readonly unknown[] =>
  example === undefined
    ? Object.values(examples).map(({ $ref }) => document.components.examples[$ref.split('/').at(-1)!]!.value)
    : [example];

/** Whether an example of the same code has the same members. */
function looksAsShown(answer: Answer, declared: Response): boolean {
  const members = Object.keys(answer.json).sort().join();
  return shownOf(declared.content!['application/json']!).some((body) => {
    const { errors } = body as AnswerBody;
    return (
      errors[0]!.code === answer.code &&
      Object.keys(body as object)
        .sort()
        .join() === members
    );
  });
}

/** Parts of an answer that are missing from its declaration. */
function undeclaredOf(answer: Answer, declared: Response | undefined): string | null {
  if (!declared) return 'the status';
  const type = answer.header('content-type')!.split(';')[0]!;
  if (answer.status !== 302 && !Object.hasOwn(declared.content ?? {}, type)) return type;
  if (type === 'application/json' && answer.status >= 400) {
    if (!declared['x-codes']?.includes(answer.code!)) return 'the code';
    if (!looksAsShown(answer, declared)) return 'a body of these members';
  }
  const name = answer.head.headers.find(
    ([each]) => !/^(content-type|set-cookie)$/.test(each) && !Object.hasOwn(declared.headers, each),
  )?.[0];
  return name ?? null;
}

describe('what occurs is declared', () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: the status, its content type and its headers, no matter who calls and however wrongly',
    async (id, endpoint) => {
      const { platform: running, as } = await start();
      const appNames = new Set(running.initialCredentials.map(({ appName }: Credential) => appName));
      const { responses } = operationOf(id);
      const seen = new Set<number>();
      for (const [at, caller] of callers(as, appNames).entries())
        for (const [turn, message] of [...attempts(endpoint, example(endpoint, as))].entries()) {
          // Every authorised caller makes the valid call; each makes a fifth of the spoiled ones, or all in full
          // proofs.
          if (!proving && turn > 0 && (turn + at) % 5 > 0) continue;
          const answer = await caller.send(message);
          if (answer.status === 429) continue;
          const undeclared = undeclaredOf(answer, responses[String(answer.status)]);
          if (undeclared !== null)
            expect.fail(`${answer.status} ${undeclared} is not declared: ${answer.text}`);
          seen.add(answer.status);
        }
      expect(seen.size).toBeGreaterThan(3);
      expect([...seen].every(brought)).toBe(true);
    },
  );
});

/** Names that languages with generators already use. */
const taken = [
  ...[
    'List',
    'Dict',
    'Set',
    'Tuple',
    'Optional',
    'Any',
    'Type',
    'Enum',
    'Exception',
    'Integer',
    'Float',
    'Double',
  ],
  ...[
    'Void',
    'Char',
    'Task',
    'Action',
    'Func',
    'Record',
    'Partial',
    'Pick',
    'Result',
    'Option',
    'Vec',
    'Box',
  ],
];

describe('what a client generator makes from it', () => {
  const names = Object.keys(document.components.schemas);

  test('an object that is shown in several places has one name, and no name is that of a global', () => {
    expect(names).toEqual(
      expect.arrayContaining(['Post', 'User', 'Poll', 'DmEvent', 'TokenAnswer', 'ApiError']),
    );
    for (const name of names) {
      expect(name in globalThis, name).toBe(false);
      expect(taken, name).not.toContain(name);
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
    }
    const texts = Object.values(document.components.schemas).map((each) => JSON.stringify(each));
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test('every object in a request or an answer is a component', () => {
    const sent = operations.flatMap(({ operation: { requestBody, responses } }) => [
      ...Object.values(requestBody?.content ?? {}),
      ...Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
    ]);
    const inline = sent.filter(({ schema }) => schema.$ref === undefined);
    expect(sent.length - inline.length).toBeGreaterThan(900);
    for (const { schema } of inline) expect(schema.type).toBe('string');
  });

  test('bodies are named after their content, or after the only operation that has them', () => {
    const nameOf = ({ content }: Content) => Object.values(content!)[0]!.schema.$ref?.split('/').at(-1);
    const answers = (id: string, status = 200) => nameOf(operationOf(id).responses[status]!);
    expect(answers('getUser')).toBe('UserAnswer');
    expect(answers('getUsers')).toBe('UsersAnswer');
    expect(answers('getLikingUsers')).toBe('UserPage');
    expect(answers('getHomeTimeline')).toBe('PostTimeline');
    expect(answers('createPost', 201)).toBe('CreatePostAnswer');
    expect([answers('likePost'), answers('unlikePost')]).toEqual(['LikedAnswer', 'LikedAnswer']);
    expect([answers('getStreamRules'), answers('changeStreamRules')]).toEqual([
      'GetStreamRulesAnswer',
      'ChangeStreamRulesAnswer',
    ]);
    expect(nameOf(operationOf('hideReply').requestBody!)).toBe('HideReplyRequest');
    expect(document.components.schemas['UserPage']).toMatchObject({
      properties: { meta: { $ref: '#/components/schemas/PageMeta' } },
    });
  });

  test('an error response that several operations give is written once, under a name that says its status', () => {
    const written = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.entries(responses)),
    );
    const errors = written.filter(([status]) => Number(status) >= 400);
    const inline = errors.flatMap(([, each]) => ('$ref' in each ? [] : [JSON.stringify(each)]));
    expect(errors.length).toBeGreaterThan(1200);
    expect(new Set(inline).size, 'each of those that are inline is of one operation').toBe(inline.length);
    expect(inline.length).toBeLessThan(80);
    const components = Object.values(document.components.responses).map((each) => JSON.stringify(each));
    expect(new Set(components).size).toBe(components.length);
    for (const [status, each] of written)
      if ('$ref' in each)
        expect(each.$ref).toMatch(new RegExp(`^#/components/responses/[A-Z][A-Za-z]+${status}$`));
  });

  test('every reference leads somewhere', () => {
    const leads = (path: string) =>
      path
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(100);
    for (const path of new Set(references)) expect(leads(path), path).toBeDefined();
  });

  test('a page that refuses a user is declared as a page', () => {
    const { responses } = operationOf('authorizePkce');
    for (const status of ['400', '401', '403'])
      expect(Object.keys(responses[status]!.content!)).toEqual(['text/html']);
  });

  test('a post needs text, a poll or a post to quote', () => {
    const { NewPost } = document.components.schemas as { NewPost: { anyOf: { required: string[] }[] } };
    expect(NewPost.anyOf.map(({ required }) => required)).toEqual([['text'], ['poll'], ['quote_post_id']]);
  });

  test('scopes are listed in the flow, and at the operations that need them', () => {
    const { oauth2, app } = document.components.securitySchemes as Record<
      string,
      { type: string; flows: Record<string, { tokenUrl: string; scopes: object }> }
    >;
    expect(oauth2).toMatchObject({ type: 'oauth2' });
    const { scopes } = oauth2!.flows['authorizationCode']!;
    for (const { operation } of operations)
      for (const security of operation.security as Record<string, string[]>[])
        for (const scope of security['oauth2'] ?? []) expect(scopes).toHaveProperty([scope]);
    expect(app!.flows['clientCredentials']!.tokenUrl).toBe(`${baseUrl}/oauth2/token`);
    expect(operationOf('createPost').security).toContainEqual({
      oauth2: ['post.write', 'users.read', 'post.read'],
    });
  });

  test('403 of an endpoint names code 453 if a plan lacks the endpoint, and createPost is on every plan', () => {
    for (const { id, api, limits } of declarations) {
      const lacks = api.needsProject && plans.some((plan) => limits.cells[plan] === null);
      const codes = operationOf(id).responses['403']?.['x-codes'] ?? [];
      expect([id, codes.includes(453)]).toEqual([id, lacks]);
    }
    const { 'x-codes': codes } = operationOf('createPost').responses['403']!;
    expect(codes).toEqual(expect.arrayContaining([220, 261, 414]));
    expect(codes).not.toContain(453);
  });
});

describe('examples', () => {
  test('every JSON or form body has one, and so have every JSON answer and every error', () => {
    for (const { name, operation } of operations) {
      for (const [type, shown] of Object.entries(operation.requestBody?.content ?? {}))
        expect(shownOf(shown), `${name} ${type}`).toHaveLength(1);
      for (const [status, { content = {} }] of Object.entries(operation.responses))
        for (const [type, shown] of Object.entries(content))
          if (Number(status) >= 400 || type === 'application/json')
            expect(shownOf(shown).length, `${name} ${status} ${type}`).toBeGreaterThan(0);
    }
  });

  test('the platform’s answer is beside its schema', () => {
    expect(recorded.calls.size).toBeGreaterThan(90);
    for (const [id, { answer }] of recorded.calls)
      for (const [type, shown] of Object.entries(operationOf(id).responses[answer!.status]?.content ?? {}))
        if (answer!.status < 300 && type !== 'text/html') expect(shown.example, id).toEqual(answer!.body);
  });

  test('those of the declarations are its own, and parameters show their kind', () => {
    const { content } = operationOf('createPost').requestBody!;
    expect(content!['application/json']!.example).toEqual({ text: 'Hello from the playground' });
    const of = (id: string) =>
      Object.fromEntries((operationOf(id).parameters ?? []).map(({ name, example: shown }) => [name, shown]));
    expect(of('getPostsOfUser')).toMatchObject({
      id: '2244994945',
      since_id: '2021849250001846272',
      start_time: '2026-03-01T00:00:00Z',
      exclude: ['replies', 'reposts'],
    });
    expect(of('getPostsOfUser')['pagination_token']).toMatch(/^\S{10,}$/);
    const bare = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters.filter((each) => each.example === undefined).map(({ name }) => `${operationId} ${name}`),
    );
    // A cursor only if the starter's list has a second page.
    expect(bare.filter((each) => !/ (cursor|(pagination|next)_token)$/.test(each))).toEqual([]);
  });

  test('the examples of a status are bodies of its codes, with what its kind of body requires', () => {
    const { GrantError } = document.components.schemas as {
      GrantError: { allOf: [object, { properties: { error: { enum: string[] } } }] };
    };
    const grantErrors = GrantError.allOf[1].properties.error.enum;
    for (const { name, operation } of operations)
      for (const [status, { content = {}, 'x-codes': codes }] of Object.entries(operation.responses)) {
        const json = content['application/json'];
        if (Number(status) < 400 || !json) continue;
        for (const body of shownOf(json) as AnswerBody[]) {
          expect(codes, name).toContain(body.errors[0]!.code);
          if (json.schema.$ref!.endsWith('/Problem')) expect(body['status'], name).toBe(Number(status));
          if (json.schema.$ref!.endsWith('/GrantError')) expect(grantErrors, name).toContain(body['error']);
        }
      }
  });
});
