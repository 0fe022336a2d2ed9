import type { EndpointDescription, FieldDescription } from '../../../../worker/api.ts';
import { takesForm } from './compose.ts';

/** The example of a body, with JSON indented; empty if there is none or the body is a form. */
export function firstBody(endpoint: EndpointDescription | null): string {
  const body = endpoint?.body && !takesForm(endpoint) ? endpoint.example.body : undefined;
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, null, 2);
}

/** The parameters of a form body as fields, with the example's values. */
export function fieldsOfForm(endpoint: EndpointDescription): {
  fields: FieldDescription[];
  example: Record<string, string>;
} {
  const { properties = {}, required = [] } = endpoint.body?.schema ?? {};
  const fields = Object.entries(properties).map(([name, schema]): FieldDescription => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    description: schema.description ?? '',
  }));
  const given = Object.entries(endpoint.example.body ?? {});
  return { fields, example: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}
