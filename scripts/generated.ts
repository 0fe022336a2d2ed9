import { format, resolveConfig } from 'prettier';
import type { Endpoint } from '../engine/declaration/endpoint.ts';
import { families } from '../engine/endpoints/index.ts';
import { loadFamilies } from '../engine/reference/describe.ts';
import { openapi } from '../engine/reference/openapi.ts';
import { recordedAnswers } from './recorded-answers.ts';

/** The files that are derived from the declarations: path → what it should hold. */
export async function generated(): Promise<Readonly<Record<string, string>>> {
  const loaded = await loadFamilies(families);
  const document = openapi(loaded, 'https://api.svc.example', await recordedAnswers());
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'engine/endpoints/routes.ts': await format(routesText(loaded), {
      ...(await resolveConfig('engine/endpoints/routes.ts')),
      parser: 'typescript',
    }),
  };
}

const routesText = (loaded: readonly { id: string; endpoints: readonly Endpoint[] }[]): string => `
/** What the router knows before a family is loaded. Derived from the declarations by \`npm run generate\`: do not edit. */
import type { Api } from '../spec/apis.ts';
import { ${apisOf(loaded).join(', ')} } from '../spec/apis.ts';
import type { Route } from '../declaration/family.ts';

const route = (id: string, api: Api, method: string, ...paths: readonly string[]): Route => ({ id, api, method, paths });

export const routes = {
  ${loaded.map(({ id, endpoints }) => `${id}: [${endpoints.map(routeText).join(',')}]`).join(',')}
} satisfies Readonly<Record<string, readonly Route[]>>;
`;

const apisOf = (loaded: readonly { endpoints: readonly Endpoint[] }[]): string[] =>
  [...new Set(loaded.flatMap(({ endpoints }) => endpoints.map(({ api }) => api.id)))].sort();

const routeText = ({ id, api, method, path, aliases }: Endpoint): string =>
  `route('${id}', ${api.id}, '${method}', ${[path, ...aliases].map((each) => `'${each}'`).join(', ')})`;
