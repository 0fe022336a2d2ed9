import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { memberText, memberTexts } from '../../engine/reference/members.ts';
import { lintOpenapi } from '../../scripts/lint/openapi.ts';
import { endpoints } from '../../testing/endpoints.ts';

const source = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');

interface Described {
  description?: string;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Described & { readonly parameters?: readonly Described[] }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, Described>> }>>;
  };
}

/** The document with one description removed. */
function without(pick: (document: Document) => Described): string {
  const document = JSON.parse(source) as Document;
  delete pick(document).description;
  return JSON.stringify(document);
}

describe('everything in the OpenAPI document is described', () => {
  test('a public linter finds nothing, and neither do our own rules', async () => {
    expect(await lintOpenapi(source)).toEqual([]);
  });

  test('a missing description is found: of an operation, a parameter and a property', async () => {
    const getUser = ({ paths }: Document) => paths['/2/users/{id}']!['get']!;
    const [operation, parameter, property] = await Promise.all([
      lintOpenapi(without(getUser)),
      lintOpenapi(without((document) => getUser(document).parameters![0]!)),
      lintOpenapi(without(({ components }) => components.schemas['User']!.properties['location']!)),
    ]);
    expect(operation).toEqual([expect.stringMatching(/^operation-description .*users~1{id}\/get/)]);
    expect(parameter).toEqual([expect.stringMatching(/^parameter-description .*parameters\/0/)]);
    expect(property).toEqual([
      expect.stringMatching(/^svc\/member-description .*User\/properties\/location/),
    ]);
  });

  test('every operation says in two sentences what it does', () => {
    const wrong = endpoints.filter(({ description }) => !/^[A-Z][^.]+[.:;][^]* [^]+\.$/.test(description));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(new Set(endpoints.map(({ description }) => description)).size).toBe(endpoints.length);
  });

  test('every text about a member is in the document', () => {
    const unused = memberTexts().filter((name) => {
      const [component, member] = name.split('.');
      const text = memberText(component === '*' ? '' : component!, member!)!;
      return !source.includes(JSON.stringify(text));
    });
    expect(unused).toEqual([]);
  });
});
