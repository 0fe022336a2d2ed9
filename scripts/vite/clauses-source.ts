/** `#clauses`: the specification as the page shows it. Vite replaces this module by its data (data-module.ts). */
import { families } from '../../engine/endpoints/index.ts';
import { limitsOf, loadFamilies } from '../../engine/reference/describe.ts';
import type { EndpointLimits } from '../../engine/reference/describe.ts';
import clauses from '../../tests/clauses.json' with { type: 'json' };
import coverage from '../../tests/coverage.json' with { type: 'json' };
import { requirementsOf } from '../clauses.ts';
import type { Requirement } from '../clauses.ts';
import { outlines } from './reference-source.ts';
export type { Requirement } from '../clauses.ts';

const requirements = requirementsOf(clauses, coverage, await outlines());

const allowed = Object.fromEntries(
  (await loadFamilies(families)).flatMap(({ endpoints }) =>
    endpoints.map((endpoint) => [endpoint.id, limitsOf(endpoint)]),
  ),
);

const chapterOf = (section: string): string => section.replace(/\..*$/, '');

/** All clauses of a chapter and its sections, by the chapter's number. */
export const chapters: Readonly<Record<string, () => Promise<readonly Requirement[]>>> = Object.fromEntries(
  [...new Set(requirements.map(({ section }) => chapterOf(section)))].map((chapter) => [
    chapter,
    () => Promise.resolve(requirements.filter(({ section }) => chapterOf(section) === chapter)),
  ]),
);

/** The limits of each endpoint on each plan, by its id. */
export const limits = (): Promise<Readonly<Record<string, EndpointLimits>>> => Promise.resolve(allowed);
