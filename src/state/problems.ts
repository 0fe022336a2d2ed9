import { splitUrl } from '../../worker/api.ts';
import { mistake } from '../forms/schema.ts';
import { methodOf, takesForm, urlOf } from './message.ts';
import type { Composition, Freshness } from './message.ts';
import type { Row } from './rows.ts';

/** Something wrong with one field: what, and what is allowed. */
export interface Problem {
  /** `url`, `method`, `path.id`, `query.<row key>`, `header.<row key>`, `form.<row key>`, `body`, `auth`, `nonce`, `timestamp`. */
  readonly field: string;
  readonly text: string;
  /** No message can be made of it. Otherwise it can be sent, to see what the platform says. */
  readonly blocks: boolean;
}

const token = /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/;
// RFC 9110 5.6.2
const fieldValue = /^[\t\x20-\x7e]*$/;
// RFC 9110 5.5, without obs-text
const longestUrl = 8 * 1024;

export function problemsOf(composition: Composition, fresh: Freshness | null): Problem[] {
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

const wrong = (field: string, text: string, blocks = false): Problem => ({ field, text, blocks });

function pathProblems({ endpoint, path }: Composition): Problem[] {
  return endpoint!.fields.flatMap((field) => {
    if (field.in !== 'path') return [];
    const value = path[field.name] ?? '';
    if (value === '') return wrong(`path.${field.name}`, `${field.name} needs a value`, true);
    const text = mistake(field.schema, value);
    return text ? wrong(`path.${field.name}`, `${field.name} ${text}`) : [];
  });
}

function addressProblems(composition: Composition): Problem[] {
  const url = urlOf(composition);
  const parts = splitUrl(url);
  const problems: Problem[] = [];
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

function rowProblem(list: 'query' | 'form', row: Row, declared: boolean): Problem[] {
  const field = `${list}.${row.key}`;
  if (!row.on) return row.field?.required ? [wrong(field, `${row.name} is required`)] : [];
  if (!row.field) {
    if (row.name === '') return row.value === '' ? [] : [wrong(field, 'A parameter needs a name', true)];
    return declared ? [wrong(field, 'Not declared by this endpoint: it will be refused')] : [];
  }
  const text = mistake(row.field.schema, row.value);
  return text ? [wrong(field, `${row.name} ${text}`)] : [];
}

function headerProblem(row: Row): Problem[] {
  if (!row.on || (row.name === '' && row.value === '')) return [];
  const field = `header.${row.key}`;
  if (!token.test(row.name)) return [wrong(field, 'A header name is letters, digits and hyphens', true)];
  return fieldValue.test(row.value) ? [] : [wrong(field, 'A header value is ASCII on one line', true)];
}

function bodyProblems({ endpoint, body }: Composition): Problem[] {
  if (!endpoint?.body?.contentType.includes('json') || body === '') return [];
  try {
    JSON.parse(body);
    return [];
  } catch (cause) {
    return [wrong('body', `The body is not JSON: ${(cause as SyntaxError).message}`, true)];
  }
}

function freshnessProblems({ nonce, timestamp }: Freshness): Problem[] {
  const problems: Problem[] = [];
  if (!/^[\x21-\x7e]+$/.test(nonce)) problems.push(wrong('nonce', 'oauth_nonce must be ASCII and not empty'));
  if (!/^\d{1,15}$/.test(timestamp))
    problems.push(wrong('timestamp', 'oauth_timestamp must be seconds since 1970, digits only', true));
  return problems;
}
