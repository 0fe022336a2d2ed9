/** What fixes a call about something that does not exist. */
import { accountsOf, mayUse } from '../ads/access.ts';
import { shutFor } from '../catalog/access.ts';
import { changeText, none, put } from './act.ts';
import type { Act, Advice } from './act.ts';
import type { Case } from './case.ts';
import { fieldNamed } from './fields.ts';
import { nearest } from '../checked/nearest.ts';

/** The username that is similar to the one sent. The intended id cannot be guessed. */
export function existing(about: Case): Advice {
  if (about.endpoint?.id === 'downloadComplianceResult') return unfinished(about);
  return { what: 'Nothing has this name or id', why: null, act: named(about) };
}

function named(about: Case): Act {
  const [entry] = about.errors;
  const name = typeof entry?.['parameter'] === 'string' ? entry['parameter'] : null;
  if (name === null) return none('The answer does not say what was looked for.');
  const field = fieldNamed(about, name);
  const value = typeof entry?.['value'] === 'string' ? entry['value'] : '';
  const own = ofBusiness(about, name);
  if (own !== null) return put(field, own);
  const names = Array.from(about.state.tables.users.values(), ({ username }) => username);
  const meant = name.includes('username') ? nearest(value, names) : null;
  return meant ? put(field, meant) : changeText(field);
}

/** The caller's own object of this kind: an advertiser account, their catalog, or a set or feed of it. */
function ofBusiness({ user, state: { tables } }: Case, name: string): string | null {
  if (!user) return null;
  if (name === 'account_id') return accountsOf(user.id, tables).find(({ deleted }) => !deleted)?.id ?? null;
  const catalog = tables.catalogs.firstBy('owner', user.id);
  if (!catalog) return null;
  if (name === 'product_catalog_id') return catalog.id;
  if (name === 'product_set_id') return tables.product_sets.keysBy('catalog', catalog.id)[0] ?? null;
  return name === 'product_feed_id' ? (tables.product_feeds.keysBy('catalog', catalog.id)[0] ?? null) : null;
}

/** A compliance job has its result when it is complete (choice: compliance-jobs). */
function unfinished(about: Case): Advice {
  const job = about.state.tables.compliance_jobs.get(paramsOf(about)['job_id'] ?? '');
  const act: Act =
    job?.status === 'complete'
      ? { kind: 'sendAgain' }
      : none(
          job?.status === 'in_progress'
            ? 'A job takes at most a minute: move the clock forward, and send again.'
            : 'A job without ids has no result: upload them to the job’s other address within 15 minutes.',
        );
  return { what: 'The job has no result', why: null, act };
}

/** The owner of the account can give access to it, outside the API. */
export function adAccess(about: Case): Act {
  const { user, state } = about;
  const account = state.tables.ad_accounts.get(paramsOf(about)['account_id'] ?? '');
  if (!account || account.deleted || !user) return none('The account or the user no longer exists.');
  if (mayUse(account, user.id, state.tables)) return { kind: 'sendAgain' };
  return { kind: 'giveAdAccess', accountId: account.id, name: account.name, userId: user.id };
}

/** What gives the user the Catalog API: early access first, then the terms. */
export function catalogDoor({ user, state }: Case): Act {
  if (!user) return none('The user no longer exists.');
  const shut = shutFor(user.id, state.tables);
  if (!shut) return { kind: 'sendAgain' };
  const door = shut.problem === 'earlyAccessMissing' ? 'earlyAccess' : 'terms';
  return { kind: 'openCatalog', door, userId: user.id };
}

/** The most sets and feeds of a catalog (choice: catalog-access). */
const mostInCatalog = 100;

/** A user has one catalog, and a catalog a limited number of sets and feeds: offers to delete the oldest. */
export function makeRoom({ endpoint, user, state: { tables } }: Case): Act {
  const catalog = user && tables.catalogs.firstBy('owner', user.id);
  if (!catalog) return { kind: 'sendAgain' };
  const product_catalog_id = catalog.id;
  if (endpoint?.id === 'createProductSet') {
    const [first, ...more] = tables.product_sets.rowsBy('catalog', product_catalog_id);
    if (!first || more.length + 1 < mostInCatalog) return { kind: 'sendAgain' };
    const { id: product_set_id, name } = first;
    return {
      kind: 'openCall',
      endpointId: 'deleteProductSet',
      path: { product_catalog_id, product_set_id },
      name,
    };
  }
  if (endpoint?.id === 'createProductFeed') {
    const [first, ...more] = tables.product_feeds.rowsBy('catalog', product_catalog_id);
    if (!first || more.length + 1 < mostInCatalog) return { kind: 'sendAgain' };
    const { id: product_feed_id, feed_url: name } = first;
    return {
      kind: 'openCall',
      endpointId: 'deleteProductFeed',
      path: { product_catalog_id, product_feed_id },
      name,
    };
  }
  return { kind: 'openCall', endpointId: 'deleteCatalog', path: { product_catalog_id }, name: catalog.name };
}

/** The values of the path parameters. */
export function paramsOf({ endpoint, url }: Case): Readonly<Record<string, string>> {
  const steps = (url?.path ?? '').split('/');
  const pattern = (endpoint?.path ?? '').split('/');
  const ahead = Math.max(0, steps.length - pattern.length);
  return Object.fromEntries(
    pattern.flatMap((step, at) =>
      step.startsWith(':') ? [[step.slice(1), decodeURIComponent(steps[at + ahead] ?? '')]] : [],
    ),
  );
}
