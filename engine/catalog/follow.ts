/** Keeps bits in step with products: what a transaction changed is judged as it ends. */
import { changesOf } from '../state/tables/index.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { Members } from './members.ts';
import type { Cause, Occasion } from './moves.ts';

const none: readonly Members[] = [];

/** Judges what changed by all of these. Gives how many products that were. */
export function followProducts(changes: ChangeSet, members: Iterable<Members>, now: () => number): number {
  const products = changesOf(changes, 'products');
  const of = products ? byCatalog(members) : null;
  if (!products || !of || of.size === 0) return 0;
  const occasion: Occasion = { at: now(), cause: causeOf(changes) };
  const { added, updated, replaced = [] } = products;
  // Product by product: what filters make of its texts is made once.
  for (const product of added)
    for (const each of of.get(product.catalog_id) ?? none) each.judge(product, undefined, occasion);
  // `replaced` has the former rows of what was updated and of what was removed, in one order.
  let at = 0;
  for (const product of updated) {
    while (at < replaced.length && replaced[at]!.product_key !== product.product_key) at++;
    const former = replaced[at];
    for (const each of of.get(product.catalog_id) ?? none) {
      // One that was removed and made again has another place.
      if (former && former.made !== product.made) each.forget(former, occasion);
      each.judge(product, former, occasion);
    }
  }
  if (products.removed.length > 0) {
    const gone = new Set(products.removed);
    for (const product of replaced)
      if (gone.has(product.product_key))
        for (const each of of.get(product.catalog_id) ?? none) each.forget(product, occasion);
  }
  return added.length + updated.length + products.removed.length;
}

/** A run of a feed tells of itself in each of its transactions; everything else that changes products is a call. */
function causeOf(changes: ChangeSet): Cause {
  const [run] = changesOf(changes, 'feed_runs')?.updated ?? [];
  return run ? { type: 'run', runId: run.id, feedId: run.feed_id } : { type: 'call' };
}

function byCatalog(members: Iterable<Members>): ReadonlyMap<string, readonly Members[]> {
  const of = new Map<string, Members[]>();
  for (const each of members) {
    const known = of.get(each.catalogId);
    if (known) known.push(each);
    else of.set(each.catalogId, [each]);
  }
  return of;
}
