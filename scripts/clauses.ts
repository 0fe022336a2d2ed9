/**
 * The clauses of the specification as the page shows them: what each requires, which calls it is about, and what
 * proves it.
 */
import type { EndpointOutline } from '../engine/reference/describe.ts';
import type { Clause } from '../tests/support/clause.ts';

/** tests/coverage.json, as `npm run coverage:spec -- --write` writes it. */
export interface CoverageFile {
  readonly clauses: number;
  readonly proved: number;
  /** Clause id to the tests that prove it, as `file › title`. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

/** A clause as the page shows it. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  /** The tests that prove it, as `file › title`; none if it is not proved. */
  readonly tests: readonly string[];
  /**
   * Ids of the endpoints that it is about; absent if it is about none in particular. Empty if it is about one that
   * the platform does not have.
   */
  readonly of?: readonly string[];
}

type Outline = Pick<EndpointOutline, 'id' | 'method' | 'path' | 'aliases'>;

/** Every clause in order. Throws if clauses and coverage do not match. */
export function requirementsOf(
  clauses: readonly Clause[],
  coverage: CoverageFile,
  endpoints: readonly Outline[],
): readonly Requirement[] {
  const unfit = misfits(clauses, coverage);
  if (unfit.length > 0)
    throw new Error(`tests/clauses.json and tests/coverage.json do not fit:\n${unfit.join('\n')}`);
  const subjects = subjectsOf(clauses, endpoints);
  return clauses.map(({ id, section, text }) => {
    const of = subjects.get(id);
    return { id, section, text, tests: coverage.tests[id] ?? [], ...(of && { of }) };
  });
}

/** Why these two files do not match, as sentences. */
export function misfits(clauses: readonly Clause[], { tests, ...counted }: CoverageFile): string[] {
  const ids = new Set(clauses.map(({ id }) => id));
  const proved = Object.keys(tests);
  return [
    ...(ids.size === clauses.length ? [] : ['Two clauses have one id.']),
    ...(counted.clauses === ids.size
      ? []
      : [`There are ${ids.size} clauses, and the coverage is of ${counted.clauses}.`]),
    ...(counted.proved === proved.length
      ? []
      : [`${proved.length} clauses have tests, and the coverage says ${counted.proved}.`]),
    ...proved.filter((id) => !ids.has(id)).map((id) => `Tests prove ${id}, which is not a clause.`),
    ...Object.entries(tests).flatMap(([id, by]) => (by.length === 0 ? [`${id} is proved by no test.`] : [])),
  ];
}

const methods = 'GET|POST|PUT|DELETE';
/** "POST {base_url}/oauth2/token", "POST oauth2/token", "GET /2/users". */
const called = new RegExp(String.raw`\b(${methods}) (?:\{\w+\})?(\/?[\w.:<>-]*(?:\/[\w.:<>-]+)+)`, 'g');
/** Other text that could be the path of an endpoint: "oauth2/token". */
const mentioned = /[\w.:-]+(?:\/[\w.:-]+)+/g;
const introduces = new RegExp(`^(.+)-(?:${methods})$`, 'i');
const beginsWith = new RegExp(`^(${methods})(?:-|$)`, 'i');

/** A path in a normal form: without base, suffix and names of parameters. */
const bare = (path: string): string =>
  path
    .replace(/^\//, '')
    .replace(/[./]+$/, '')
    .replace(/\.json$/, '')
    .replace(/:\w+|<\w+>/g, ':');

const addressOf = (method: string, path: string): string => `${method} ${bare(path)}`;

/**
 * The endpoints that a clause is about. Its text names them by method and path, or only by path. If it names none,
 * its id may: `4.1-authorize-screen-name` belongs to the subject of `4.1-authorize-get`, and `4.3-put-success` to
 * what section 4.3 calls with PUT. Clauses about no endpoint in particular are left out.
 */
function subjectsOf(
  clauses: readonly Clause[],
  endpoints: readonly Outline[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string>();
  for (const { id, method, path, aliases } of endpoints)
    for (const each of [path, ...aliases]) known.set(addressOf(method, each), id);
  const paths = new Set([...known.keys()].map((address) => address.replace(/^\w+ /, '')));

  const named = clauses.map((clause) => ({ ...clause, addresses: addressesIn(clause.text, paths) }));
  const introduced = new Map<string, readonly string[]>();
  for (const { id, addresses } of named) {
    const stem = introduces.exec(id)?.[1];
    if (stem !== undefined && addresses.length > 0) introduced.set(stem, addresses);
  }

  const byId = ({ id, section }: Clause): readonly string[] => {
    for (const [stem, addresses] of introduced) if (id.startsWith(`${stem}-`)) return addresses;
    const [, method] = beginsWith.exec(id.slice(section.length + 1)) ?? [];
    if (method === undefined) return [];
    return named
      .filter((each) => each.section === section)
      .flatMap(({ addresses }) => addresses)
      .filter((address) => address.startsWith(`${method.toUpperCase()} `));
  };
  const endpointsAt = (address: string): string[] =>
    [...known].filter(([each]) => each === address || each.endsWith(` ${address}`)).map(([, id]) => id);

  return new Map(
    named.flatMap((clause): [string, readonly string[]][] => {
      const addresses = clause.addresses.length > 0 ? clause.addresses : byId(clause);
      return addresses.length === 0 ? [] : [[clause.id, [...new Set(addresses.flatMap(endpointsAt))]]];
    }),
  );
}

/** "POST oauth2/token" with a method before it, otherwise "oauth2/token". */
function addressesIn(text: string, paths: ReadonlySet<string>): readonly string[] {
  const whole = Array.from(text.matchAll(called), ([, method = '', path = '']) => addressOf(method, path));
  const rest = text.replaceAll(called, '');
  const alone = Array.from(rest.matchAll(mentioned), ([path]) => bare(path)).filter((path) =>
    paths.has(path),
  );
  return [...whole, ...alone];
}
