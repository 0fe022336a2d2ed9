/**
 * Advertiser accounts of the starter's users: a large one with 5,000 campaigns, a small one, and two of other users,
 * one of which gives access. Everything follows from the seed; ids are fixed, so that examples can name them.
 */
import { itemAt } from '../../checked/known.ts';
import { Random } from '../../state/random.ts';
import type { Write } from '../../state/state.ts';
import type { AdAccount, AdEntity } from '../../state/tables/ads.ts';
import {
  approvalStatuses,
  entityStatuses,
  objectives,
  operatorTypes,
  placements,
  productTypes,
  trackingTagTypes,
} from '../../state/tables/ads-words.ts';
import type { Populate } from '../scenario.ts';

const day = 86_400_000;
const micro = 1_000_000;

/** The account that examples name. */
export const largeAccount = 'harbour1';

interface SeededAccount extends Pick<AdAccount, 'id' | 'name' | 'timezone' | 'currency'> {
  readonly owner: number;
  /** Indexes, among the first users, of those who were given access. */
  readonly guests?: readonly number[];
  readonly campaigns: number;
}

/** Owners, by their index among the starter's first users. */
const accounts: readonly SeededAccount[] = [
  {
    id: largeAccount,
    name: 'Northwind Harbour',
    timezone: 'Europe/Oslo',
    currency: 'NOK',
    owner: 0,
    guests: [1],
    campaigns: 5000,
  },
  { id: 'reader01', name: 'Northwind Reader', timezone: 'UTC', currency: 'EUR', owner: 0, campaigns: 12 },
  {
    id: 'bakery01',
    name: 'Berg Bakery',
    timezone: 'Europe/Berlin',
    currency: 'EUR',
    owner: 1,
    guests: [0],
    campaigns: 40,
  },
  { id: 'atlas001', name: 'Atlas Maps', timezone: 'Asia/Tokyo', currency: 'JPY', owner: 2, campaigns: 25 },
];

const seasons = ['Spring', 'Summer', 'Autumn', 'Winter', 'Midsummer', 'Harvest', 'New Year', 'Regatta'];
const subjects = [
  'bread',
  'ferries',
  'charts',
  'lanterns',
  'oilskins',
  'coffee',
  'postcards',
  'rope',
  'tea',
  'maps',
];
const aims = ['awareness', 'visitors', 'followers', 'newsletter', 'reopening', 'sale'];
const cities = ['Bergen', 'Leipzig', 'Kobe', 'Lagos', 'Halifax', 'Aarhus', 'Porto', 'Busan'];

/** One in this many campaigns has line items and what belongs to them. */
const detailed = 25;

export const seedPopulation: Populate = (write, state, seed) => {
  const owners = ['2244994945', '2244994946', '2244994947', '2244994948'];
  // Only a world with the starter's users gets them.
  if (owners.some((id) => !state.tables.users.get(id)) || state.tables.ad_accounts.size > 0) return;
  const town = new Agency(write, Random.seeded(`${seed}:ads`), Math.floor(state.now()));
  for (const account of accounts) town.open(account, owners);
};

class Agency {
  #number = 100_000_000_000;

  constructor(
    private readonly write: Write,
    private readonly random: Random,
    private readonly now: number,
  ) {}

  open({ owner, guests = [], campaigns, ...account }: SeededAccount, owners: readonly string[]): void {
    const at = this.now - 800 * day;
    this.write.ad_accounts.insert({
      ...account,
      owner_id: itemAt(owners, owner),
      created_at: at,
      updated_at: at,
      deleted: false,
      approval_status: 'ACCEPTED',
    });
    for (const guest of guests)
      this.write.ad_accesses.insert({
        id: `${account.id}:${itemAt(owners, guest)}`,
        account_id: account.id,
        user_id: itemAt(owners, guest),
        at: this.now - 90 * day,
      });
    const funding = [
      this.#fund(account, { type: 'CREDIT_CARD', end_time: null, able_to_fund: true }),
      this.#fund(account, { type: 'INSERTION_ORDER', end_time: this.now - 30 * day, able_to_fund: true }),
      this.#fund(account, { type: 'CREDIT_LINE', end_time: null, able_to_fund: false }),
    ];
    for (let at = 0; at < campaigns; at++) {
      // Most campaigns are funded by the card.
      const by = itemAt(funding, Math.max(0, this.random.below(10) - 7));
      const campaign = this.#campaign(account.id, by, at, campaigns);
      if (at % (campaigns > 100 ? detailed : 4) === 0) this.#detail(account.id, by, campaign, owners);
    }
    for (const [at, city] of cities.entries())
      this.write.custom_audiences.insert({
        ...this.#entity(account.id, this.now - (200 - at) * day),
        name: `Visitors from ${city}`,
        description: `People who looked at the page for ${city} in the last 30 days`,
        audience_size: 400 + this.random.below(90_000),
        targetable: at % 4 !== 3,
      });
  }

  #fund(
    { id, currency }: Pick<AdAccount, 'id' | 'currency'>,
    funding: {
      readonly type: 'CREDIT_CARD' | 'CREDIT_LINE' | 'INSERTION_ORDER';
      readonly end_time: number | null;
      readonly able_to_fund: boolean;
    },
  ): string {
    return this.write.funding_instruments.insert({
      ...this.#entity(id, this.now - 790 * day),
      ...funding,
      currency,
      credit_limit_local_micro: funding.type === 'CREDIT_CARD' ? null : 50_000 * micro,
      start_time: this.now - 790 * day,
    }).id;
  }

  #campaign(accountId: string, fundingId: string, at: number, of: number): string {
    const created = this.now - Math.floor((700 * (of - at)) / of) * day - this.random.below(day);
    const isDeleted = this.random.below(20) === 0;
    const name = `${this.#pick(seasons)} ${this.#pick(subjects)}, ${this.#pick(aims)} ${at + 1}`;
    const daily = this.random.below(5) === 0 ? null : (10 + this.random.below(490)) * micro;
    return this.write.campaigns.insert({
      ...this.#entity(accountId, created, isDeleted),
      name,
      entity_status: this.#pick([...entityStatuses, 'ACTIVE', 'ACTIVE'] as const),
      funding_instrument_id: fundingId,
      daily_budget_amount_local_micro: daily,
      total_budget_amount_local_micro: this.random.below(2) === 0 ? null : 20_000 * micro,
      standard_delivery: this.random.below(4) > 0,
    }).id;
  }

  #detail(accountId: string, fundingId: string, campaignId: string, owners: readonly string[]): void {
    const { write } = this;
    const at = this.now - this.random.below(600) * day;
    const lineItem = write.line_items.insert({
      ...this.#entity(accountId, at),
      campaign_id: campaignId,
      funding_instrument_id: fundingId,
      name: `${this.#pick(cities)}, ${this.#pick(subjects)}`,
      entity_status: this.#pick(entityStatuses),
      objective: this.#pick(objectives),
      product_type: this.#pick(productTypes),
      placements: [this.#pick(placements)],
      bid_amount_local_micro: this.random.below(3) === 0 ? null : (1 + this.random.below(9)) * micro,
      start_time: at,
      end_time: this.random.below(2) === 0 ? null : at + 90 * day,
    }).id;
    const own = () => ({ ...this.#entity(accountId, at), line_item_id: lineItem });
    const status = () => this.#pick([...approvalStatuses, 'ACCEPTED', 'ACCEPTED'] as const);
    write.promoted_accounts.insert({ ...own(), user_id: this.#pick(owners), approval_status: status() });
    const subject = this.#pick(subjects);
    write.media_creatives.insert({
      ...own(),
      name: `Picture of ${subject}`,
      approval_status: status(),
      landing_url: `https://www.northwind.example/${subject}`,
    });
    write.tracking_tags.insert({
      ...own(),
      tracking_tag_url: `https://track.northwind.example/tag?line_item=${lineItem}`,
      tracking_tag_type: this.#pick(trackingTagTypes),
    });
    const city = this.#pick(cities);
    write.targeting_criteria.insert({
      ...own(),
      name: city,
      targeting_type: 'LOCATION',
      targeting_value: city.toLowerCase(),
      operator_type: this.#pick(operatorTypes),
    });
  }

  #entity(account_id: string, created_at: number, deleted = false): AdEntity {
    const id = (this.#number++).toString(36);
    return { id, account_id, created_at, updated_at: deleted ? created_at + day : created_at, deleted };
  }

  #pick<T>(list: readonly T[]): T {
    return itemAt(list, this.random.below(list.length));
  }
}
