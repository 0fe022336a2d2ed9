/**
 * The work of catalogs after a call was answered: some thousands of products at a time, with turns for other tasks
 * between them.
 */
import { asText } from '../checked/known.ts';
import type { JobHandler } from '../declaration/work.ts';
import type { Services } from '../declaration/services.ts';
import type { Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import { membershipsOf } from './membership.ts';

/** Removes the products of a deleted catalog. The job's data is the catalog's id. */
export const clearJob = 'catalog-clear';
/** Finds the products of a filtered set. The job's data is the set's id. */
export const setJob = 'catalog-set';

const clearedAtOnce = 2000;

/** Plans the job that finds a set's products. */
export const planSet = (setId: string, now: number, write: Write, { jobs }: Pick<Services, 'jobs'>): string =>
  jobs.plan(write, { id: `${setJob}:${setId}`, name: setJob, due: now, data: setId });

export const jobs: Readonly<Record<typeof clearJob | typeof setJob, JobHandler>> = {
  [clearJob]: {
    run({ id, now, data }, write, { tables, jobs }) {
      const keys: string[] = [];
      for (const place of tables.products.range('catalog', asText(data)).ascending()) {
        keys.push(keyAt(place));
        if (keys.length === clearedAtOnce) break;
      }
      for (const key of keys) write.products.remove(key);
      if (keys.length === clearedAtOnce) jobs.plan(write, { id, name: clearJob, due: now, data });
    },
  },
  [setJob]: {
    run({ now, data }, write, platform) {
      const set = platform.tables.product_sets.get(asText(data));
      if (!set?.filters || !set.processing) return;
      const isWhole = membershipsOf(platform.state).look(set);
      if (isWhole) write.product_sets.update(set.id, { processing: false });
      else planSet(set.id, now, write, platform);
    },
  },
};
