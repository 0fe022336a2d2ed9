import { splitUrl } from '../../../../worker/api.ts';
import { mistake } from './field-schema.ts';
import { methodOf, takesForm, urlOf } from './compose.ts';
import type { Composition, Freshness } from './compose.ts';
import type { NameValueRow } from './rows.ts';

/** A problem of one field: what is wrong, and what is allowed. */
export interface FieldProblem {
  /** `url`, `method`, `path.id`, `query.<row key>`, `header.<row key>`, `form.<row key>`, `body`, `auth`, `nonce`, `timestamp`. */
  readonly field: string;
  readonly text: string;
  /** Whether it prevents a message. Otherwise the call can be sent, to see what the platform answers. */
  readonly blocks: boolean;
}

const token = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
// RFC 9110 5.6.2
const fieldValue = /^[\t\x20-\x7e]*$/;
// RFC 9110 5.5, without obs-text
const longestUrl = 8 * 1024;

export function problemsOf(composition: Composition, fresh: Freshness | null): FieldProblem[] {
  return [
    ...(composition.endpoint ? pathProblems(composition) : addressProblems(composition)),
    ...composition.query.flatMap((row) => rowProblem('query', row, composition.endpoint !== null)),
    ...composition.headers.flatMap(headerProblem),
    ...(takesForm(composition.endpoint)
      ? composition.form.flatMap((row) => rowProblem('form', row, true))
      : bodyProblems(composition)),
    ...(fresh ? freshnessProblems(fresh) : []),
  ];
}

const wrong = (field: string, text: string, blocks = false): FieldProblem => ({ field, text, blocks });

function pathProblems({ endpoint, path }: Composition): FieldProblem[] {
  return endpoint!.fields.flatMap((field) => {
    if (field.in !== 'path') return [];
    const value = path[field.name] ?? '';
    if (value === '') return wrong(`path.${field.name}`, `${field.name} needs a value`);
    const text = mistake(field.schema, value);
    return text ? wrong(`path.${field.name}`, `${field.name} ${text}`) : [];
  });
}

function addressProblems(composition: Composition): FieldProblem[] {
  const url = urlOf(composition);
  const parts = splitUrl(url);
  const problems: FieldProblem[] = [];
  if (!token.test(methodOf(composition)))
    problems.push(wrong('method', 'The method must be one word, such as GET or POST', true));
  if (!parts || (parts.port !== '' && Number(parts.port) > 65535))
    problems.push(
      wrong('url', 'Not an address: write https://host/path, or a path that begins with /', true),
    );
  else if (url.length > longestUrl)
    problems.push(wrong('url', `The address has ${url.length} characters, the platform takes ${longestUrl}`));
  return problems;
}

function rowProblem(list: 'query' | 'form', row: NameValueRow, declared: boolean): FieldProblem[] {
  const field = `${list}.${row.key}`;
  if (!row.on) return row.field?.required ? [wrong(field, `${row.name} is required`)] : [];
  if (!row.field) {
    if (row.name === '') return row.value === '' ? [] : [wrong(field, 'A parameter needs a name')];
    return declared ? [wrong(field, 'Not declared by this endpoint: it will be refused')] : [];
  }
  const text = mistake(row.field.schema, row.value);
  return text ? [wrong(field, `${row.name} ${text}`)] : [];
}

function headerProblem(row: NameValueRow): FieldProblem[] {
  if (!row.on || (row.name === '' && row.value === '')) return [];
  const field = `header.${row.key}`;
  if (!token.test(row.name)) return [wrong(field, 'A header name is letters, digits and hyphens', true)];
  return fieldValue.test(row.value) ? [] : [wrong(field, 'A header value is ASCII on one line', true)];
}

function bodyProblems({ endpoint, body }: Composition): FieldProblem[] {
  if (!endpoint?.body?.contentType.includes('json') || body === '') return [];
  try {
    JSON.parse(body);
    return [];
  } catch (cause) {
    return [wrong('body', `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)];
  }
}

function freshnessProblems({ nonce, timestamp }: Freshness): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!/^[\x21-\x7e]+$/.test(nonce)) problems.push(wrong('nonce', 'oauth_nonce must be ASCII and not empty'));
  if (!/^\d{1,15}$/.test(timestamp))
    problems.push(wrong('timestamp', 'oauth_timestamp must be seconds since 1970, digits only'));
  return problems;
}
