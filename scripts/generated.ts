import { format } from 'oxfmt';
import formatting from '../.oxfmtrc.json' with { type: 'json' };
import type { Endpoint } from '../engine/declaration/endpoint.ts';
import { families } from '../engine/endpoints/index.ts';
import { loadFamilies } from '../engine/reference/describe.ts';
import { openapi } from '../engine/reference/openapi.ts';
import { recipeSchema, scenarioSchema } from '../engine/reference/scenario-schema.ts';
import { recorded } from './recorded.ts';

type Loaded = readonly { readonly id: string; readonly endpoints: readonly Endpoint[] }[];

const bases = { api: 'https://api.svc.example', ads: 'https://ads-api.svc.example' };

/** Files that are derived from the declarations: path → expected contents. */
type Files = Readonly<Record<string, string>>;

/** Its examples are calls, which need the routes to be written first. */
export async function generatedDocument(): Promise<Files> {
  const document = openapi(await loadFamilies(families), bases, await recorded());
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    ...generatedSchema(),
  };
}

/** The schemas with which editors check a scenario file and a recipe. */
export const generatedSchema = (): Files => ({
  'public/scenario.schema.json': `${JSON.stringify(scenarioSchema())}\n`,
  'public/recipe.schema.json': `${JSON.stringify(recipeSchema())}\n`,
});

export async function generatedRoutes(): Promise<Files> {
  const loaded = await loadFamilies(families);
  const first = families.filter(({ routes }) => typeof routes !== 'function').map(({ id }) => id);
  const isFirst = ({ id }: { readonly id: string }) => first.includes(id);
  return {
    'engine/endpoints/first-routes.ts': await routesFile(
      'firstRoutes',
      'What the router begins with: the routes of the families that the page begins with.',
      loaded.filter(isFirst),
    ),
    'engine/endpoints/routes.ts': await routesFile(
      'routes',
      'The routes of all other families: loaded with the first call that those do not settle.',
      loaded.filter((family) => !isFirst(family)),
    ),
  };
}

async function routesFile(name: string, about: string, families: Loaded): Promise<string> {
  const { code, errors } = await format(
    'engine/endpoints/routes.ts',
    `
/**
 * ${about}
 * Derived from the declarations by \`npm run generate\`: do not edit.
 */
import { ${apisOf(families).join(', ')} } from '../spec/apis.ts';
import { route } from '../declaration/family.ts';
import type { Route } from '../declaration/family.ts';

export const ${name} = {
  ${families.map(({ id, endpoints }) => `'${id}': [${endpoints.map(routeText).join(',')}]`).join(',')}
} satisfies Readonly<Record<string, readonly Route[]>>;
`,
    formatting,
  );
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}

const apisOf = (families: Loaded): string[] =>
  [...new Set(families.flatMap(({ endpoints }) => endpoints.map(({ api }) => api.id)))].sort();

const routeText = ({ id, api, method, path, aliases }: Endpoint): string =>
  `route('${id}', ${api.id}, '${method}', ${[path, ...aliases].map((each) => `'${each}'`).join(', ')})`;
