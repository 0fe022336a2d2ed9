/** Declarations as plain data, for the page and the tests. Computed by the build: none of this runs in the page. */
import type { Endpoint, Example } from '../declaration/endpoint.ts';
import type { Family } from '../declaration/family.ts';
import type { JsonSchema } from '../declaration/json-schema.ts';
import type { Api } from '../spec/apis.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { ChoiceId } from '../spec/choices.ts';
import type { PlanLimits } from '../spec/limits.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import type { Plan } from '../spec/plans.ts';
import { plans } from '../spec/plans.ts';
import { inlineSchema } from './schemas.ts';

/** The entry of an endpoint in a list. */
export interface EndpointOutline {
  readonly id: string;
  /** Id and name of its family. */
  readonly family: string;
  readonly familyName: string;
  readonly api: Api['id'];
  readonly method: string;
  /** With `:name` for path parameters, as in the specification. */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly auth: readonly AuthKind[];
  /** The plans that include it (specification 8.3). */
  readonly plans: readonly Plan[];
}

/** The reference of one endpoint. */
export interface EndpointDetails {
  readonly id: string;
  readonly section: string;
  /** What the endpoint does, in two sentences. */
  readonly description: string;
  /** Scopes that an OAuth 2.0 user token needs. */
  readonly scopes: readonly string[];
  readonly permission: PermissionLevel;
  readonly choices: readonly string[];
  /** The path parameter that must name the acting user. */
  readonly self: string | null;
  readonly fields: readonly FieldDescription[];
  readonly body: BodyDescription | null;
  readonly example: Example;
}

/** The limits of an endpoint on each plan, and which of them the specification does not give. */
export interface EndpointLimits {
  /** null where the plan does not include it. */
  readonly cells: PlanLimits;
  /** The choice behind a plan's limits; absent where the specification lists them. */
  readonly assumed: Readonly<Partial<Record<Plan, ChoiceId>>>;
}

/** A declaration without its handler and answers. */
export interface EndpointDescription extends EndpointOutline, EndpointDetails {}

export interface FieldDescription {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description: string;
}

export interface BodyDescription {
  readonly contentType: string;
  readonly schema: JsonSchema;
}

export const outlineOf = (
  endpoint: Endpoint,
  { id, name }: Pick<Family, 'id' | 'name'>,
): EndpointOutline => ({
  id: endpoint.id,
  family: id,
  familyName: name,
  api: endpoint.api.id,
  method: endpoint.method,
  path: endpoint.path,
  aliases: endpoint.aliases,
  summary: endpoint.summary,
  auth: endpoint.auth,
  plans: plans.filter((plan) => endpoint.limits.cells[plan]),
});

export const detailsOf = (endpoint: Endpoint): EndpointDetails => ({
  id: endpoint.id,
  section: endpoint.section,
  description: endpoint.description,
  scopes: endpoint.scopes,
  permission: endpoint.permission,
  choices: endpoint.choices,
  self: endpoint.self,
  fields: fieldsOf(endpoint),
  body: endpoint.body && {
    contentType: bodyTypes[endpoint.body.format],
    schema: inlineSchema(endpoint.body.schema, 'input'),
  },
  example: endpoint.example,
});

/**
 * Specification 8.3 lists Pro, Basic and Free in rows with three cells. The choice `cells` says which plans a shorter
 * row covers, and what Enterprise has; `unlisted` covers endpoints without a row.
 */
export function limitsOf({ limits: { cells, documented } }: Endpoint): EndpointLimits {
  const listed = (plan: Plan) =>
    documented && plan !== 'enterprise' && plans.every((each) => cells[each] !== null);
  const assumed = plans.filter((plan) => !listed(plan));
  const choice: ChoiceId = documented ? 'cells' : 'unlisted';
  return { cells, assumed: Object.fromEntries(assumed.map((plan) => [plan, choice])) };
}

/** The content type of a request body; the charset of the form is the specification's (4.2). */
export const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded;charset=UTF-8',
  plain: 'text/plain;charset=UTF-8',
} as const;

export const fieldsOf = ({ params, query }: Endpoint): FieldDescription[] => [
  ...fields('path', params),
  ...fields('query', query),
];

function fields(place: FieldDescription['in'], shape: Endpoint['query']): FieldDescription[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description = '', ...rest } = inlineSchema(schema, 'input');
    return {
      name,
      in: place,
      required: !schema.optional && schema.fallback === undefined,
      schema: rest,
      description,
    };
  });
}

/** A family with its declarations. */
export interface LoadedFamily extends Pick<Family, 'id' | 'name'> {
  readonly endpoints: readonly Endpoint[];
}

export const loadFamilies = (families: readonly Family[]): Promise<LoadedFamily[]> =>
  Promise.all(families.map(async ({ id, name, load }) => ({ id, name, endpoints: await load() })));

/** Every endpoint of these families, in order. */
export const describeFamilies = async (families: readonly Family[]): Promise<EndpointDescription[]> =>
  (await loadFamilies(families)).flatMap((family) =>
    family.endpoints.map((endpoint) => ({ ...outlineOf(endpoint, family), ...detailsOf(endpoint) })),
  );
