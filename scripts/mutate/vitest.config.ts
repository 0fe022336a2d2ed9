import { mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import config from '../../vite.config.ts';

/** Within each project the quickest files first: one failure is enough to find a mutation. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).reverse();
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

export default mergeConfig(config, { test: { sequence: { sequencer: QuickestFirst } } });
