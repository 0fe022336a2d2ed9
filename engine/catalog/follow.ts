/** Keeps bits up to date with products: at the end of a transaction, the changed products are tested again. */
import { changesOf } from '../state/tables/index.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { Members } from './members.ts';
import type { Cause, Occasion } from './moves.ts';

const none: readonly Members[] = [];

/** Tests the changed products with all of these filters. Returns the number of changed products. */
export function followProducts(changes: ChangeSet, members: Iterable<Members>, now: () => number): number {
  const products = changesOf(changes, 'products');
  const of = products ? byCatalog(members) : null;
  if (!products || !of || of.size === 0) return 0;
  const occasion: Occasion = { at: now(), cause: causeOf(changes) };
  const { added, updated, replaced = [] } = products;
  // Product by product, so that what filters derive from its texts is computed once.
  for (const product of added)
    for (const each of of.get(product.catalog_id) ?? none) each.judge(product, undefined, occasion);
  // `replaced` has the former rows of updated and removed products, in one order.
  let at = 0;
  for (const product of updated) {
    while (at < replaced.length && replaced[at]!.product_key !== product.product_key) at++;
    const former = replaced[at];
    for (const each of of.get(product.catalog_id) ?? none) {
      // A product that was removed and created again has another position.
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

/** A feed run updates its own row in each of its transactions. Every other transaction that changes products is a call. */
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
