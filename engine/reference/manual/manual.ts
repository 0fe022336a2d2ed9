/** The reference of an endpoint, as plain data. Computed by the build. */
import type { Endpoint } from '../../declaration/endpoint.ts';
import { isList, isRecord, keysOf } from '../../checked/is.ts';
import type { AuthKind } from '../../spec/auth-kinds.ts';
import type { PermissionLevel } from '../../spec/permissions.ts';
import type { Plan } from '../../spec/plans.ts';
import { plans } from '../../spec/plans.ts';
import { problems } from '../../spec/problem-list.ts';
import type { ProblemName } from '../../spec/problems.ts';
import { detailsOf } from '../describe.ts';
import { refusalKey } from '../examples.ts';
import { refusalsOf } from '../refusals.ts';
import { bodyFields, parameterFields } from './fields.ts';
import type { ManualField } from './fields.ts';
import { notes, whatOf } from './notes.ts';
import { isCountedAt, stepOf, steps } from './steps.ts';
import type { Step } from './steps.ts';

/** The parts of a refusal that are the same everywhere. */
export interface RefusalNote {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** One line. */
  readonly what: string;
  readonly cause: string;
  readonly remedy: string;
  readonly sections: readonly string[];
  readonly choices: readonly string[];
}

export interface ManualRefusal {
  readonly name: ProblemName;
  readonly step: Step;
  /** Whether the call still counts against its limits. */
  readonly isCounted: boolean;
  /** The recorded body of this refusal; null if none was recorded. */
  readonly body: string | null;
}

export interface ManualAnswer {
  readonly status: number;
  readonly format: 'json' | 'form' | 'plain' | 'html' | 'redirect' | 'stream';
  readonly fields: readonly ManualField[];
}

export interface Manual {
  readonly id: string;
  /** Two sentences. */
  readonly description: string;
  readonly auth: readonly AuthKind[];
  readonly scopes: readonly string[];
  /** null if the endpoint takes no OAuth 1.0a user token. */
  readonly permission: PermissionLevel | null;
  readonly plans: readonly Plan[];
  readonly needsProject: boolean;
  readonly path: readonly ManualField[];
  readonly query: readonly ManualField[];
  readonly body: {
    readonly contentType: string;
    readonly fields: readonly ManualField[];
    /** Members of which at least one is required. */
    readonly oneOf: readonly string[];
  } | null;
  readonly answers: readonly ManualAnswer[];
  /** In the order of the steps. */
  readonly refusals: readonly ManualRefusal[];
  /** The recorded answer to the example; null if none was recorded. */
  readonly answered: { readonly status: number; readonly body: unknown } | null;
}

/** `kept`: the OpenAPI document. Its examples were recorded from the platform, and a test checks that they still match. */
export function manualOf(endpoint: Endpoint, kept: unknown): Manual {
  const { id, auth, scopes, permission, query, params, body, answers, limits, api } = endpoint;
  const definition = body?.schema.definition;
  return {
    id,
    description: endpoint.description,
    auth,
    scopes: auth.includes('oauth2') ? scopes : [],
    permission: auth.includes('oauth1') ? permission : null,
    plans: plans.filter((plan) => limits.cells[plan]),
    needsProject: api.needsProject,
    path: parameterFields(params),
    query: parameterFields(query),
    body: body && {
      contentType: detailsOf(endpoint).body?.contentType ?? '',
      fields: bodyFields(body.schema, { query: {}, io: 'input' }),
      oneOf: (definition?.type === 'object' && definition.needs?.names) || [],
    },
    answers: Object.entries(answers).map(([status, { format, schema }]) => ({
      status: Number(status),
      format,
      fields: bodyFields(schema, { query, io: 'output' }),
    })),
    refusals: refusalsOf(endpoint)
      .map((name) => refusalOf(name, endpoint, kept))
      .toSorted((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step)),
    answered: answeredOf(endpoint, kept),
  };
}

function refusalOf(name: ProblemName, endpoint: Endpoint, kept: unknown): ManualRefusal {
  const step = stepOf(name, endpoint);
  const key = refusalKey(endpoint.api, name);
  return {
    ...{ name, step, isCounted: isCountedAt(step, problems[name].status) },
    body: Object.hasOwn(recordedBodies(kept), key) ? key : null,
  };
}

/** Every refusal of the closed list. */
export const refusalNotes = (): Readonly<Record<string, RefusalNote>> =>
  Object.fromEntries(
    keysOf(problems).map((name) => {
      const { status, code, message, sections, choices } = problems[name];
      return [name, { status, code, message, what: whatOf(name), ...notes[name], sections, choices }];
    }),
  );

/** The recorded answers of refused calls: JSON, or a page as text. */
export function recordedBodies(kept: unknown): Readonly<Record<string, unknown>> {
  const examples = at(kept, 'components', 'examples');
  if (!isRecord(examples)) return {};
  return Object.fromEntries(Object.entries(examples).map(([key, each]) => [key, at(each, 'value')]));
}

function answeredOf({ method, path, answers }: Endpoint, kept: unknown): Manual['answered'] {
  const operation = at(kept, 'paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase());
  for (const status of Object.keys(answers)) {
    const content = at(operation, 'responses', status, 'content');
    if (!isRecord(content)) continue;
    const body = Object.values(content)
      .map((each) => at(each, 'example'))
      .find((each) => each !== undefined);
    if (body !== undefined) return { status: Number(status), body };
  }
  return null;
}

/** The member at the end of a path; undefined if it does not exist. */
function at(value: unknown, ...way: readonly string[]): unknown {
  let found = value;
  for (const name of way) found = isRecord(found) && !isList(found) ? found[name] : undefined;
  return found;
}
