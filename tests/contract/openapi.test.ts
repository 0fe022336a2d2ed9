import { Validator } from '@seriousme/openapi-schema-validator';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { families, plans } from '../../engine/index.ts';
import { choices } from '../../engine/spec/choices.ts';
import type { Credential } from '../../engine/index.ts';
import { loadFamilies } from '../../engine/reference/describe.ts';
import { openapi } from '../../engine/reference/openapi.ts';
import { recordedAnswers } from '../../scripts/recorded-answers.ts';
import { attempts, callers } from '../support/attempts.ts';
import { rows } from '../support/cells.ts';
import { endpoints } from '../support/endpoints.ts';
import { example } from '../support/examples.ts';
import { start } from '../support/platform.ts';
import type { Answer } from '../support/platform.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}
interface Response extends Content {
  readonly headers: Readonly<Record<string, object>>;
  readonly 'x-codes'?: readonly number[];
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly 'x-section': string;
  readonly 'x-choices': readonly string[];
  readonly 'x-rate-limits': readonly { plan: string; scope: string; limit: number; windowSeconds: number }[];
}

const baseUrl = 'https://api.svc.example';
const recorded = await recordedAnswers();
const document = openapi(await loadFamilies(families), baseUrl, recorded) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: object;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace(/\{([a-z_]+)\}/g, ':$1')}`,
    operation,
  })),
);

/** An address of a compliance job. */
const isFile = / \/compliance\//;
/** The steps of the flows, whose number is unlisted too and larger (choice: unlisted). */
const inFlow =
  /oauth\/(request_token|authorize|authenticate|access_token)$|oauth2\/(authorize|revoke)$|\/2\/oauth2\/token$|connected_apps$/;

/** choice: unlisted */
const unlistedOf = (name: string): number => {
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

  test('what the platform answered to the examples stands beside their schemas', () => {
    expect(recorded.size).toBeGreaterThan(20);
    for (const [id, { status, body }] of recorded) {
      const { operation } = operations.find(({ operation: each }) => each.operationId === id)!;
      expect(operation.responses[status]?.content?.['application/json']?.example).toEqual(body);
      expect(body).not.toHaveProperty('errors');
    }
  });

  test.each(operations.map(({ name, operation }) => [name, operation] as const))(
    '%s has its limits, section and choices',
    (name, operation) => {
      const row = rows.find(({ endpoint }) => endpoint === name);
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

/** Statuses that no caller can bring about: a fault of ours, and the limit, which limits.test.ts exhausts. */
const brought = (status: number): boolean => status !== 500 && status !== 429;

/** What of an answer its declaration does not have. */
function undeclaredOf(answer: Answer, declared: Response | undefined): string | null {
  if (!declared) return 'the status';
  const type = answer.header('content-type')!.split(';')[0]!;
  if (answer.status !== 302 && !Object.hasOwn(declared.content ?? {}, type)) return type;
  if (type === 'application/json' && answer.status >= 400 && !declared['x-codes']?.includes(answer.code!))
    return 'the code';
  const name = answer.head.headers.find(
    ([each]) => !/^(content-type|set-cookie)$/.test(each) && !Object.hasOwn(declared.headers, each),
  )?.[0];
  return name ?? null;
}

describe('what occurs is declared', () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: the status, its content type and its headers, whoever calls and however wrongly',
    async (id, endpoint) => {
      const { platform: running, as } = await start();
      const appNames = new Set(running.initialCredentials.map(({ appName }: Credential) => appName));
      const { responses } = operationOf(id);
      const seen = new Set<number>();
      for (const caller of callers(as, appNames))
        for (const message of attempts(endpoint, example(endpoint, as))) {
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

describe('what a client generator makes of it', () => {
  test('what is shown in several places has one name, and none is that of a global', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['Post', 'User', 'Poll', 'DmEvent', 'TokenAnswer', 'ApiError']),
    );
    for (const name of names) expect(name in globalThis, name).toBe(false);
    const inlined = JSON.stringify(document.paths).split('"edit_history_post_ids":{').length - 1;
    expect(inlined, 'only what createPost answers').toBe(1);
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

  test('a page that turns somebody away is declared as a page', () => {
    const { responses } = operationOf('authorizePkce');
    for (const status of ['400', '401', '403'])
      expect(Object.keys(responses[status]!.content!)).toEqual(['text/html']);
  });

  test('a post needs text, a poll or a post to quote', () => {
    const { NewPost } = document.components.schemas as { NewPost: { anyOf: { required: string[] }[] } };
    expect(NewPost.anyOf.map(({ required }) => required)).toEqual([['text'], ['poll'], ['quote_post_id']]);
  });

  test('scopes stand in the flow, and at the operations that need them', () => {
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

  test('the examples of the declarations are its examples', () => {
    const { content } = operationOf('createPost').requestBody!;
    expect(content!['application/json']!.example).toEqual({ text: 'Hello from the playground' });
  });
});
