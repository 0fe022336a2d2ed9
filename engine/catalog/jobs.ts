/** What catalogs leave to do after a call was answered: some thousands of products at a time, so that others have their turn. */
import { asText } from '../checked/known.ts';
import type { JobHandler } from '../declaration/work.ts';
import type { Services } from '../declaration/services.ts';
import type { Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import { membershipsOf } from './membership.ts';

/** Products of a catalog that was deleted. Its data is the catalog's id. */
export const clearJob = 'catalog-clear';
/** The products of a filtered set. Its data is the set's id. */
export const setJob = 'catalog-set';

const clearedAtOnce = 2000;

/** Plans that a set's products are looked for. */
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
