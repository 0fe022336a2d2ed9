import { describe, expect, test } from 'vitest';
import { kindNames } from '../../../engine/ads/kinds.ts';
import { ads, campaign, numbered, startAdvertiser } from '../../support/advertiser.ts';
import { start as startSmall } from '../../../testing/platform.ts';
import { jonas, mira } from '../../../testing/worlds.ts';

const start = () => startAdvertiser([campaign(0)]);
type Platform = Awaited<ReturnType<typeof start>>['platform'];

const made = async (
  platform: Platform,
  kind: (typeof kindNames)[number],
  fields: object,
): Promise<string> => {
  const result = await platform.do('ads.create', kind, 'harbour1', { ...fields });
  if (!result.ok) throw new Error(result.reason);
  return result.made.id;
};

const refusal = async (result: Promise<{ readonly ok: boolean }>) =>
  ({ reason: '', ...(await result) }).reason;

describe('outside the API', () => {
  test('one of each kind is made, listed, changed, deleted and restored', async () => {
    const { platform, as } = await start();
    const funding = await made(platform, 'funding_instruments', {});
    const ofCampaign = await made(platform, 'campaigns', { name: 'New', funding_instrument_id: funding });
    const line_item_id = await made(platform, 'line_items', { name: 'New', campaign_id: ofCampaign });
    const ids: Readonly<Record<(typeof kindNames)[number], string>> = {
      funding_instruments: funding,
      campaigns: ofCampaign,
      line_items: line_item_id,
      promoted_accounts: await made(platform, 'promoted_accounts', { line_item_id, user_id: jonas }),
      media_creatives: await made(platform, 'media_creatives', {
        ...{ line_item_id, name: 'New', landing_url: 'https://www.northwind.example/' },
      }),
      tracking_tags: await made(platform, 'tracking_tags', {
        ...{ line_item_id, tracking_tag_url: 'https://track.northwind.example/' },
      }),
      targeting_criteria: await made(platform, 'targeting_criteria', {
        ...{ line_item_id, name: 'Bergen', targeting_type: 'LOCATION', targeting_value: 'bergen' },
      }),
      custom_audiences: await made(platform, 'custom_audiences', { name: 'New' }),
    };
    for (const kind of kindNames) {
      const shown = async (more = '') => {
        const { json } = await ads(as.user(), `/accounts/harbour1/${kind}?sort_by=id-desc${more}`);
        return json.data.find(({ id }) => id === ids[kind]);
      };
      const before = await shown();
      expect(before, kind).toMatchObject({ deleted: false });
      // Ids ascend in the order of creation: the new one is the last.
      const { json } = await ads(as.user(), `/accounts/harbour1/${kind}?sort_by=id-desc`);
      expect(json.data[0]!.id, kind).toBe(ids[kind]);
      await platform.clock.advance(60_000);
      expect(await platform.do('ads.setDeleted', kind, ids[kind], true)).toEqual({ ok: true });
      expect(await shown(), kind).toBeUndefined();
      expect(await shown('&with_deleted=true')).toMatchObject({ deleted: true });
      expect((await shown('&with_deleted=true'))!['updated_at']).not.toBe(before!['updated_at']);
      await platform.do('ads.setDeleted', kind, ids[kind], false);
      expect(await shown()).toMatchObject({ deleted: false });
    }
    expect(
      (await ads(as.user(), `/accounts/harbour1/line_items?campaign_ids=${ofCampaign}`)).json.data,
    ).toHaveLength(1);
    expect(
      (await ads(as.user(), `/accounts/harbour1/line_items?funding_instrument_ids=${funding}`)).json.data,
    ).toHaveLength(1);
    expect(
      (await ads(as.user(), `/accounts/harbour1/media_creatives?line_item_ids=${line_item_id}`)).json.data,
    ).toHaveLength(1);
  });

  test('a change is visible at once, with the resulting status', async () => {
    const { platform, as } = await start();
    const shown = async () =>
      (await ads(as.user(), '/accounts/harbour1/campaigns?with_deleted=true')).json.data[0]!;
    expect(await shown()).toMatchObject({
      servable: true,
      effective_status: 'RUNNING',
      reasons_not_servable: [],
    });
    await platform.do('ads.change', 'campaigns', numbered(0), { name: 'Renamed', entity_status: 'PAUSED' });
    expect(await shown()).toMatchObject({
      ...{ name: 'Renamed', servable: false, effective_status: 'PAUSED' },
      reasons_not_servable: ['PAUSED_BY_ADVERTISER'],
    });
    await platform.do('ads.change', 'campaigns', numbered(0), { entity_status: 'ACTIVE' });
    await platform.do('ads.change', 'funding_instruments', 'funding1', {
      end_time: platform.clock.now() + 1000,
    });
    expect(await shown()).toMatchObject({ servable: true });
    await platform.clock.advance(1000);
    expect(await shown()).toMatchObject({
      effective_status: 'EXPIRED',
      reasons_not_servable: ['FUNDING_EXPIRED'],
    });
    await platform.do('ads.change', 'funding_instruments', 'funding1', {
      end_time: null,
      able_to_fund: false,
    });
    expect(await shown()).toMatchObject({
      effective_status: 'UNFUNDED',
      reasons_not_servable: ['FUNDING_PROBLEM'],
    });
    await platform.do('ads.change', 'funding_instruments', 'funding1', {
      ...{ able_to_fund: true, start_time: platform.clock.now() + 1000 },
    });
    expect(await shown()).toMatchObject({ reasons_not_servable: ['FUNDING_NOT_STARTED'] });
    await platform.do('ads.change', 'campaigns', numbered(0), { entity_status: 'DRAFT' });
    await platform.do('ads.setDeleted', 'campaigns', numbered(0), true);
    expect(await shown()).toMatchObject({
      effective_status: 'DELETED',
      reasons_not_servable: ['DELETED', 'DRAFT', 'FUNDING_NOT_STARTED'],
    });
  });

  test('a user who makes an account first also has those of the starter', async () => {
    const { platform, as } = await startSmall();
    expect(await platform.do('ads.createAccount', mira, 'Holm', 'Europe/Oslo', 'NOK')).toMatchObject({
      ok: true,
    });
    const { json } = await ads(as.user(), '/accounts?sort_by=name-asc');
    expect(json.data.map((each) => each['name'])).toEqual([
      ...['Berg Bakery', 'Holm', 'Northwind Harbour', 'Northwind Reader'],
    ]);
  });

  test('an account is opened, and gives others access', async () => {
    const { platform, as } = await start();
    const account = await platform.do('ads.createAccount', jonas, 'Berg', 'Europe/Berlin', 'EUR');
    if (!account.ok) throw new Error(account.reason);
    const { id } = account.made;
    expect((await ads(as.user(), `/accounts/${id}/campaigns`)).status).toBe(403);
    expect(await platform.do('ads.setAccess', id, mira, true)).toEqual({ ok: true });
    expect((await ads(as.user(), `/accounts/${id}/campaigns`)).json.data).toEqual([]);
  });

  test('invalid input is refused with its field, and nothing is changed', async () => {
    const { platform } = await start();
    const before = platform.snapshot();
    const create = (fields: object, account = 'harbour1') =>
      refusal(platform.do('ads.create', 'campaigns', account, { ...fields }));
    const whole = { name: 'New', funding_instrument_id: 'funding1' };
    expect(await create({ ...whole, name: '' })).toContain('name');
    expect(await create({ ...whole, name: 'x'.repeat(256) })).toContain('name');
    expect(await create({ name: 'New' })).toContain('funding_instrument_id');
    expect(await create({ ...whole, funding_instrument_id: 'funding9' })).toContain('funding9');
    expect(await create({ ...whole, entity_status: 'GONE' })).toContain('entity_status');
    expect(await create({ ...whole, daily_budget_amount_local_micro: -1 })).toContain('daily_budget');
    expect(await create({ ...whole, color: 'red' })).toContain('color');
    expect(await create({ ...whole, id: 'a' })).toContain('id');
    expect(await create(whole, 'nobody')).toContain('account');
    const change = (fields: object, id = numbered(0)) =>
      refusal(platform.do('ads.change', 'campaigns', id, { ...fields }));
    expect(await change({ funding_instrument_id: 'funding2' })).toContain('funding_instrument_id');
    expect(await change({ deleted: true })).toContain('deleted');
    expect(await change({ name: 5 })).toContain('name');
    expect(await change({ name: 'New' }, 'nothing')).toContain('nothing');
    expect(await refusal(platform.do('ads.setDeleted', 'campaigns', 'nothing', true))).toContain('nothing');
    const open = (owner: string, name: string, zone: string, currency: string) =>
      refusal(platform.do('ads.createAccount', owner, name, zone, currency));
    expect(await open('1', 'New', 'UTC', 'EUR')).toContain('user');
    expect(await open(mira, ' ', 'UTC', 'EUR')).toContain('name');
    expect(await open(mira, 'New', 'Mars/Olympus', 'EUR')).toContain('Mars/Olympus');
    expect(await open(mira, 'New', 'UTC', 'euro')).toContain('currency');
    expect(await refusal(platform.do('ads.setAccess', 'harbour1', mira, true))).toContain('owner');
    expect(await refusal(platform.do('ads.setAccess', 'harbour1', '1', true))).toContain('user');
    expect(await refusal(platform.do('ads.setAccess', 'nobody', jonas, true))).toContain('account');
    expect(platform.snapshot()).toEqual(before);
  });
});
