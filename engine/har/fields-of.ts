/** Which fields of an exchange are secrets: those that its endpoint declares and those that its authentication carries. */
import { protocolSecrets, secretsOfKind } from '../auth/carried-secrets.ts';
import type { SecretFields } from '../auth/carried-secrets.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Schema } from '../spec/fields.ts';
import { signatureHeader } from '../webhooks/signature.ts';

export interface SecretsOfCall {
  readonly request: SecretFields;
  readonly response: SecretFields;
  /** Path templates with the path parameters that are secrets. */
  readonly path: readonly (readonly [template: string, fields: SecretFields])[];
}

const known = new WeakMap<Endpoint, SecretsOfCall>();

/** `endpoint`: undefined when no endpoint matched. */
export function secretsOf(endpoint: Endpoint | undefined, direction: Exchange['direction']): SecretsOfCall {
  if (direction === 'out') return outgoing;
  if (!endpoint) return unknownCall;
  const before = known.get(endpoint);
  if (before) return before;
  const carried = merged([protocolSecrets, ...endpoint.auth.map((kind) => secretsOfKind[kind] ?? {})]);
  const answered = Object.values(endpoint.answers).map(({ schema }) => declaredIn(schema));
  const params = membersOf(endpoint.params);
  const secrets: SecretsOfCall = {
    request: {
      ...carried,
      ...membersOf(endpoint.query),
      ...(endpoint.body ? declaredIn(endpoint.body.schema) : {}),
    },
    response: merged([carried, ...answered]),
    path:
      Object.keys(params).length === 0
        ? []
        : [endpoint.path, ...endpoint.aliases].map((each) => [each, params] as const),
  };
  known.set(endpoint, secrets);
  return secrets;
}

/** The secrets in calls to a receiver and in its answers: the signature header, and the answer to a challenge. */
const secretOfDelivery: SecretFields = { [signatureHeader]: 'signature', response_token: 'signature' };

const outgoing: SecretsOfCall = { request: secretOfDelivery, response: secretOfDelivery, path: [] };
const unknownCall: SecretsOfCall = { request: protocolSecrets, response: protocolSecrets, path: [] };

function declaredIn({ definition }: Schema): SecretFields {
  if (definition.type === 'array') return declaredIn(definition.item);
  return definition.type === 'object' ? membersOf(definition.members) : {};
}

/** By name, at any depth. */
function membersOf(shape: Readonly<Record<string, Schema>>): SecretFields {
  return merged(
    Object.entries(shape).map(([name, schema]) =>
      schema.secret ? { [name]: schema.secret } : declaredIn(schema),
    ),
  );
}

const merged = (all: readonly SecretFields[]): SecretFields =>
  Object.fromEntries(all.flatMap((each) => Object.entries(each)));
