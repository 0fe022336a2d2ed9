/** The paged lists of the Advertiser API (specification 4.5). */
import { accountFor, accountsOf } from '../../ads/access.ts';
import { filterNames, kinds } from '../../ads/kinds.ts';
import type { FilterName, KindName } from '../../ads/kinds.ts';
import { listOf as listed, placeOf, sortingOf } from '../../ads/lists.ts';
import type { Listed, ListQuery } from '../../ads/lists.ts';
import { showAccount, showEntity } from '../../ads/show.ts';
import { countedList } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import type { Answer, Endpoint } from '../../declaration/endpoint.ts';
import type { Services } from '../../declaration/services.ts';
import { cursorPage, cursorPaging } from '../../paging/ads.ts';
import { Sorted } from '../../paging/sorted.ts';
import { ads } from '../../spec/apis.ts';
import { boolean, described, listOf, oneOf, optional, withDefault } from '../../spec/fields.ts';
import { unlisted } from '../../spec/limits.ts';
import { isRefusal, refuseValue } from '../../spec/problems.ts';
import type { Refusal } from '../../spec/problems.ts';
import { sortAttributes } from '../../state/tables/ads.ts';
import type { SortAttribute } from '../../state/tables/ads.ts';
import { AdAccountObject, AdId, entities } from './schemas.ts';

export const adLimits = unlisted('2000 U');

const choices = [
  'ads-envelope',
  'ads-errors',
  'ads-last-page',
  'ads-paged',
  'ads-shapes',
  'ads-access',
] as const;

const whatIds: Readonly<Record<FilterName, string>> = {
  campaign_ids: 'campaigns',
  line_item_ids: 'line items',
  funding_instrument_ids: 'funding instruments',
};

const paged = (attributes: readonly SortAttribute[]) => ({
  ...cursorPaging,
  sort_by: withDefault(
    oneOf(attributes.flatMap((attribute) => [`${attribute}-asc`, `${attribute}-desc`])),
    'id-asc',
    'What the list is sorted by',
  ),
  with_deleted: withDefault(boolean(), false, 'Whether deleted entities are listed too'),
  with_total_count: withDefault(boolean(), false, 'Whether total_count is given; excludes cursor'),
});

const filtersOf = (names: readonly FilterName[]) =>
  Object.fromEntries(
    filterNames
      .filter((name) => names.includes(name))
      .map((name) => [
        name,
        optional(
          listOf(AdId, 200),
          `Only what belongs to these ${whatIds[name]}: 1 to 200 ids, separated by commas`,
        ),
      ]),
  );

interface PageQuery extends ListQuery {
  readonly count: number;
  readonly cursor?: string | undefined;
  readonly with_total_count: boolean;
}

function answer(
  { stretch, order, binding, count }: Listed,
  query: PageQuery,
  show: (key: string) => object,
  { paging }: Services,
): Answer | Refusal<'parameterInvalid'> {
  if (query.with_total_count && query.cursor !== undefined)
    return refuseValue(
      'query parameter',
      'with_total_count',
      'true',
      'is only allowed for the first page, without cursor',
    );
  const page = cursorPage(stretch, query, `ads ${binding}`, paging, order);
  if (isRefusal(page)) return page;
  const { keys, next_cursor } = page;
  return {
    status: 200,
    body: {
      data: keys.map(show),
      next_cursor,
      ...(query.with_total_count && { total_count: count() }),
    },
  };
}

export const getAdAccounts = endpoint({
  id: 'getAdAccounts',
  api: ads,
  method: 'GET',
  path: '/5/accounts',
  section: '4.5',
  summary: 'List the advertiser accounts that the acting user may use',
  description:
    'Returns the advertiser accounts that the acting user owns or has access to. It takes OAuth 1.0a user context only.',
  auth: ['oauth1'],
  limits: adLimits,
  choices,
  query: paged(sortAttributes),
  answers: { 200: countedList(AdAccountObject) },
  refuses: ['parameterInvalid'],
  example: { query: { count: '2', sort_by: 'name-asc' } },
  handle({ principal: { user }, query }, platform) {
    const { tables } = platform;
    const { attribute, order } = sortingOf(query.sort_by);
    const places = accountsOf(user.id, tables)
      .filter(({ deleted }) => query.with_deleted || !deleted)
      .map((row) => placeOf(attribute, row));
    const list: Listed = {
      stretch: new Sorted(places),
      order,
      binding: JSON.stringify(['accounts', user.id, query.sort_by, query.with_deleted]),
      count: () => places.length,
    };
    return answer(list, query, (key) => showAccount(tables.ad_accounts.must(key)), platform);
  },
});

/** The account in the examples: the large one of the starting data (scenarios/ads). */
export const exampleAccount = 'harbour1';

const list = (
  kind: KindName,
  id: string,
  summary: string,
  description: string,
  example: Readonly<Record<string, string>>,
): Endpoint =>
  endpoint({
    id,
    api: ads,
    method: 'GET',
    path: `/5/accounts/:account_id/${kind}`,
    section: '4.5',
    summary,
    description,
    auth: ['oauth1'],
    limits: adLimits,
    choices,
    params: { account_id: described(AdId, 'Id of the advertiser account') },
    query: { ...paged(kinds[kind].sortedBy), ...filtersOf(kinds[kind].filters) },
    answers: { 200: countedList(entities[kind]) },
    refuses: ['resourceNotFound', 'accountForbidden', 'parameterInvalid'],
    example: { path: { account_id: exampleAccount }, query: example },
    handle({ principal: { user }, path: { account_id }, query, now }, platform) {
      const { tables } = platform;
      const account = accountFor(account_id, user.id, tables);
      if (isRefusal(account)) return account;
      const show = (key: string) => showEntity(kind, key, tables, now);
      return answer(listed(kind, account_id, query, tables), query, show, platform);
    },
  });

export const lists: readonly Endpoint[] = [
  getAdAccounts,
  list(
    'campaigns',
    'getCampaigns',
    'List the campaigns of an account',
    'Returns the campaigns of an advertiser account with their budgets, and whether they can be served. Page with `cursor`; filter by campaigns or by funding instruments.',
    { count: '3', sort_by: 'name-asc' },
  ),
  list(
    'line_items',
    'getLineItems',
    'List the line items of an account',
    'Returns the line items of an advertiser account: what a campaign pays for, where and at what bid. Page with `cursor`; filter by campaigns, line items or funding instruments.',
    { count: '3' },
  ),
  list(
    'funding_instruments',
    'getFundingInstruments',
    'List the funding instruments of an account',
    'Returns the funding instruments that pay for the campaigns of an advertiser account. Page with `cursor`.',
    {},
  ),
  list(
    'promoted_accounts',
    'getPromotedAccounts',
    'List the promoted accounts of an account',
    'Returns the users whom line items of an advertiser account promote. Page with `cursor`; filter by line items.',
    {
      count: '3',
    },
  ),
  list(
    'media_creatives',
    'getMediaCreatives',
    'List the media creatives of an account',
    'Returns the media creatives of an advertiser account and whether they were approved. Page with `cursor`; filter by line items.',
    { count: '3' },
  ),
  list(
    'tracking_tags',
    'getTrackingTags',
    'List the tracking tags of an account',
    'Returns the tracking tags of an advertiser account. Page with `cursor`; filter by line items.',
    { count: '3' },
  ),
  list(
    'targeting_criteria',
    'getTargetingCriteria',
    'List the targeting criteria of an account',
    'Returns the targeting criteria of an advertiser account: who sees a line item. Page with `cursor`; filter by line items.',
    {
      count: '3',
    },
  ),
  list(
    'custom_audiences',
    'getCustomAudiences',
    'List the custom audiences of an account',
    'Returns the custom audiences of an advertiser account. Page with `cursor`.',
    {
      sort_by: 'created_at-desc',
    },
  ),
];
