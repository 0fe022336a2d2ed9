import { Validator } from '@seriousme/openapi-schema-validator';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { choices, plans } from '../../engine/index.ts';
import { openapi } from '../../engine/reference/openapi.ts';
import { rows } from '../support/cells.ts';
import { endpoints } from '../support/endpoints.ts';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly 'x-section': string;
  readonly 'x-choices': readonly string[];
  readonly 'x-rate-limits': readonly { plan: string; scope: string; limit: number; windowSeconds: number }[];
}

const document = openapi(endpoints, 'https://api.svc.example') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace(/\{([a-z_]+)\}/g, ':$1')}`,
    operation,
  })),
);

/** The steps of the flows, whose number is unlisted too and larger (choice: unlisted). */
const inFlow =
  /oauth\/(request_token|authorize|authenticate|access_token)$|oauth2\/(authorize|revoke)$|\/2\/oauth2\/token$|connected_apps$/;

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 by a public validator', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document).toMatchObject({ openapi: '3.1.0' });
  });

  test('openapi.json is what the declarations say', async () => {
    const written = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(written), 'run `npm run openapi`').toEqual(JSON.parse(JSON.stringify(document)));
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
          plans.map(() => [inFlow.test(name) ? 300 : 25, 900]),
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
