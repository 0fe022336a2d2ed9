import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files whose full forms take minutes, longest first. If one began last, it would keep a single core busy at the end. */
const long = [
  'tests/properties/fuzz/fuzz.test.ts',
  'tests/properties/outbox.test.ts',
  'tests/properties/doctor.test.ts',
  'tests/properties/hostile-snapshots.test.ts',
  'tests/properties/doctor.innocent.test.ts',
  'tests/properties/lists.test.ts',
  'tests/clients/oauth.test.ts',
  'tests/clients/oauth-1.0a.test.ts',
];

/** The order of the long proofs: within each project the longest first, the others in their default order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => rank(one) - rank(other)),
    );
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((file) => moduleId.endsWith(file));
  return at < 0 ? long.length : at;
}
