import { describe, expect, test } from 'vitest';
import { commands } from '../../engine/commands.ts';
import type { CommandId } from '../../engine/commands.ts';
import { questions } from '../../engine/questions.ts';
import type { QuestionId } from '../../engine/questions.ts';
import { start } from '../../testing/platform.ts';

type Loads = Readonly<
  Record<string, () => Promise<Readonly<Record<string, { takes: (value: unknown) => boolean }>>>>
>;

interface Cases {
  readonly taken: readonly (readonly unknown[])[];
  readonly refused: readonly (readonly unknown[])[];
}

const oneText: Cases = { taken: [['1']], refused: [[], [1], ['1', '2']] };
const twoTexts: Cases = { taken: [['1', '2']], refused: [[], ['1'], ['1', 2], ['1', '2', '3']] };
const twoTextsAndFlag: Cases = {
  taken: [['1', '2', true]],
  refused: [
    ['1', '2'],
    ['1', '2', 'yes'],
  ],
};
const textAndFlag: Cases = { taken: [['1', true]], refused: [['1'], ['1', 'yes'], [1, true]] };
const nothing: Cases = { taken: [[]], refused: [[0], [undefined]] };

const ofCommands: Readonly<Record<CommandId, Cases>> = {
  'portal.createProject': { taken: [['P', 'free']], refused: [['P'], ['P', 'gold'], [1, 'free']] },
  'portal.setPlan': { taken: [['1', 'pro']], refused: [['1'], ['1', 'gold']] },
  'portal.createApp': {
    taken: [
      ['A', null],
      ['A', '1'],
    ],
    refused: [['A'], [null, null], ['A', 1]],
  },
  'portal.attachApp': twoTexts,
  'portal.detachApp': oneText,
  // The command reports the error of each setting.
  'portal.updateApp': { taken: [['a', { name: 5 }]], refused: [['a'], ['a', null], ['a', 'name']] },
  'portal.deleteApp': oneText,
  'portal.setSuspended': { taken: [['a', true]], refused: [['a'], ['a', 'no'], ['a', 1]] },
  'portal.regenerate': { taken: [['a', 'basic']], refused: [['a'], ['a', 'all']] },
  'portal.revoke': { taken: [['a', 'client']], refused: [['a'], ['a', 'all']] },
  'portal.allow': twoTexts,
  'portal.allowScopes': {
    taken: [['a', '1', ['post.read']]],
    refused: [
      ['a', '1'],
      ['a', '1', 'post.read'],
      ['a', '1', ['post.all']],
    ],
  },
  'portal.liftAbuse': oneText,
  'portal.restoreAbuse': {
    taken: [['a', { startedAt: 1, refused: 2 }]],
    refused: [['a'], ['a', null], ['a', { startedAt: 1 }], ['a', { startedAt: NaN, refused: 2 }]],
  },
  'portal.setAbuse': { taken: [[false]], refused: [[], ['no'], [0]] },
  'catalog.setEarlyAccess': textAndFlag,
  'catalog.setTermsAccepted': textAndFlag,
  'feeds.run': oneText,
  'feeds.cancel': oneText,
  'ads.createAccount': {
    taken: [['1', 'Harbour', 'UTC', 'EUR']],
    refused: [
      ['1', 'Harbour', 'UTC'],
      ['1', 'Harbour', 'UTC', 1],
    ],
  },
  'ads.setAccountDeleted': { taken: [['a', true]], refused: [['a'], ['a', 1]] },
  'ads.setAccess': twoTextsAndFlag,
  // The command reports the error of each field.
  'ads.create': {
    taken: [['campaigns', 'a', { name: 5 }]],
    refused: [
      ['campaigns', 'a'],
      ['posts', 'a', {}],
      ['campaigns', 'a', []],
    ],
  },
  'ads.change': {
    taken: [['line_items', 'a', {}]],
    refused: [
      ['line_items', 'a', null],
      ['users', 'a', {}],
    ],
  },
  'ads.setDeleted': {
    taken: [['campaigns', 'a', false]],
    refused: [
      ['campaigns', 'a'],
      ['campaigns', 'a', 'no'],
    ],
  },
  'users.setBlocked': twoTextsAndFlag,
  'users.answerFollower': twoTextsAndFlag,
  'deliveries.redeliver': oneText,
  'deliveries.duplicate': oneText,
  'deliveries.replay': {
    taken: [['1', 0, 1]],
    refused: [
      ['1', 0],
      ['1', 0, NaN],
      ['1', 0, '1'],
    ],
  },
  'deliveries.drop': oneText,
  'receivers.save': twoTexts,
  'receivers.remove': oneText,
  'receivers.clear': oneText,
  'receivers.keepItems': {
    taken: [
      ['h', []],
      [
        'h',
        [
          ['k', 'v'],
          ['gone', null],
        ],
      ],
    ],
    refused: [['h'], ['h', [['k']]], ['h', [['k', 1]]], ['h', 'k']],
  },
};

const credential = { id: 'c', appId: 'a', appName: 'App', kind: 'app', bearer_token: 't' };

const recipe = {
  ...{ seed: '7', rows: 10, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 0.3, faults: ['noCurrency'], isCutOff: false },
};
const schedule = {
  ...{ frequency: 'DAILY', repeat: 1, start_time: '2026-03-02T06:00:00', time_zone: 'Europe/Oslo' },
};
const gridView = { catalogId: 'c', setId: null, filter: 'price:>20', column: 'price', isFalling: false };
const anyFilter = { attribute: 'price', operator: 'LESS_THAN', value: '1.00 USD' };
const funnel = (more: object) => ({
  ...{ catalogId: 'c', setId: null, filters: [anyFilter] },
  ...{ shown: { part: { type: 'matches' }, from: 0, count: 50 }, ...more },
});

const ofQuestions: Readonly<Record<QuestionId, Cases>> = {
  'portal.apiKeyHint': oneText,
  'sources.preview': {
    taken: [
      [new Uint8Array(10), null, true],
      [new Uint8Array(65_536), 'CSV', false],
    ],
    refused: [
      [],
      [new Uint8Array(65_537), null, false],
      [new Uint8Array(), 'RSS', false],
      ['id', null, true],
    ],
  },
  'sources.generated': {
    taken: [[recipe]],
    refused: [[], [{ ...recipe, rows: 0 }], [{ ...recipe, seed: 7 }]],
  },
  'sources.dueTimes': {
    taken: [[schedule]],
    refused: [[], [{ ...schedule, time_zone: 'Nowhere' }], [{ ...schedule, repeat: 0 }]],
  },
  'receivers.list': nothing,
  'receivers.get': oneText,
  'receivers.items': oneText,
  'limits.windows': {
    taken: [
      ['e', { appId: 'a' }],
      ['e', { appId: 'a', token: 't' }],
    ],
    refused: [['e'], ['e', null], ['e', {}], ['e', { appId: 'a', token: null }]],
  },
  'limits.report': { taken: [[0]], refused: [[], ['1'], [0, 1]] },
  'webhooks.report': nothing,
  'activity.report': {
    taken: [
      ['1', {}],
      ['1', { state: 'set_aside', after: '2' }],
    ],
    refused: [[], ['1'], [1, {}], ['1', { state: 'lost' }], ['1', { after: 2 }]],
  },
  'remedies.advise': {
    taken: [
      ['id', null],
      ['id', 1],
    ],
    refused: [['id'], [1, null], ['id', '1']],
  },
  'tokens.standing': {
    taken: [['getUser', credential]],
    refused: [[], ['getUser'], [credential, 'getUser']],
  },
  'tokens.life': { taken: [[credential]], refused: [[], ['c'], [{ id: 'c' }]] },
  'explorer.scenario': nothing,
  'explorer.recipe': nothing,
  'explorer.readRecipe': oneText,
  'firstSteps.taken': { taken: [[]], refused: [[1]] },
  'exchanges.page': {
    taken: [
      [{ count: 1 }],
      [
        {
          requestIds: ['r'],
          endpointIds: [],
          direction: 'in',
          appId: 'a',
          userId: '1',
          before: 7,
          count: 500,
        },
      ],
    ],
    refused: [
      [],
      [{}],
      [{ count: 0 }],
      [{ count: 501 }],
      [{ count: 1.5 }],
      [{ count: 1, requestIds: 'r' }],
      [{ count: 1, direction: 'up' }],
      [{ count: 1, before: '7' }],
      [{ count: 1, sequences: 7 }],
    ],
  },
  'exchanges.find': {
    taken: [
      [{ filter: 'status:4xx', pinned: [], from: 0, count: 1 }],
      [{ filter: '', pinned: [7], from: 900, count: 500 }],
      [{ filter: '', pinned: [], among: [7], from: 0, count: 1 }],
    ],
    refused: [
      [],
      [{ filter: 'a', pinned: [], from: 0, count: 501 }],
      [{ filter: 'a', pinned: ['7'], from: 0, count: 1 }],
      [{ filter: 1, pinned: [], from: 0, count: 1 }],
      [{ filter: '', pinned: [], among: ['7'], from: 0, count: 1 }],
      [{ filter: 'a', pinned: [], from: -1, count: 1 }],
    ],
  },
  'exchanges.har': {
    taken: [[{ filter: '', pinned: [7], withSecrets: false }]],
    refused: [[], [{ filter: '', pinned: [] }], [{ filter: 1, pinned: [], withSecrets: true }]],
  },
  'exchanges.contents': { taken: [[]], refused: [[1]] },
  'lists.now': {
    taken: [
      ['r', 0, []],
      ['r', 6000, ['name']],
    ],
    refused: [
      ['r', 0],
      ['r', 6001, []],
      ['r', -1, []],
      ['r', 0.5, []],
      ['r', 1, [1]],
      [1, 1, []],
    ],
  },
  'merchants.overview': oneText,
  'merchants.refusal': textAndFlag,
  'catalog.rows': {
    taken: [['me', gridView, { from: 0, count: 50, marks: 9 }]],
    refused: [
      ['me', gridView],
      ['me', { ...gridView, column: 'made' }, { from: 0, count: 50, marks: 0 }],
      ['me', { ...gridView, isFalling: null }, { from: 0, count: 50, marks: 0 }],
      ['me', gridView, { from: -1, count: 50, marks: 0 }],
      ['me', gridView, { from: 0, count: 501, marks: 0 }],
      ['me', gridView, { from: 0, count: 0.5, marks: 0 }],
    ],
  },
  'catalog.rank': {
    taken: [['me', gridView, 'p1']],
    refused: [
      ['me', gridView],
      ['me', gridView, 1],
    ],
  },
  'catalog.rankOfValue': { taken: [['me', gridView, '20']], refused: [['me', gridView, 20]] },
  'catalog.product': twoTexts,
  'merchants.all': nothing,
  'sets.funnel': {
    taken: [
      ['a', funnel({})],
      ['a', funnel({ setId: 's', filters: [{ attribute: 'colour', operator: '', value: '' }] })],
      ['a', funnel({ shown: { part: { type: 'near', filter: 29 }, from: 7, count: 200 } })],
      ['a', funnel({ filters: Array.from({ length: 30 }, () => anyFilter) })],
    ],
    refused: [
      ['a'],
      ['a', funnel({ filters: Array.from({ length: 31 }, () => anyFilter) })],
      ['a', funnel({ filters: [{ attribute: 'price', operator: 'LESS_THAN' }] })],
      ['a', funnel({ setId: 1 })],
      ['a', funnel({ shown: { part: { type: 'all' }, from: 0, count: 1 } })],
      ['a', funnel({ shown: { part: { type: 'matches' }, from: -1, count: 1 } })],
      ['a', funnel({ shown: { part: { type: 'matches' }, from: 0, count: 201 } })],
    ],
  },
  'sets.rules': nothing,
  'sets.saved': oneText,
  'sets.history': oneText,
  'sets.named': {
    taken: [
      ['c', []],
      ['c', Array.from({ length: 50 }, (_, at) => `${at}`)],
    ],
    refused: [['c'], ['c', [1]], ['c', Array.from({ length: 51 }, (_, at) => `${at}`)]],
  },
  'sets.find': {
    taken: [['a', 'c', 'lamp', 20]],
    refused: [
      ['a', 'c', 'lamp'],
      ['a', 'c', 'lamp', 0],
      ['a', 'c', 'lamp', 1.5],
    ],
  },
  'runs.feed': { taken: [['1']], refused: [[], [1], ['1', '2']] },
  'runs.run': { taken: [['1']], refused: [[], [1], ['1', '2']] },
  'runs.figures': { taken: [['1']], refused: [[], [1], ['1', '2']] },
  'runs.line': {
    taken: [['1', 0, 0]],
    refused: [
      ['1', 0],
      [1, 0, 0],
      ['1', 'x', 0],
    ],
  },
  'runs.texts': { taken: [['1', 0]], refused: [['1'], [1, 0], ['1', 'x']] },
  'runs.rejectedFile': { taken: [['1', 0]], refused: [['1'], [1, 0], ['1', 'x']] },
  'runs.planned': { taken: [[0, 1]], refused: [[], [0], ['0', 1]] },
  'runs.underWay': nothing,
  'stream.connectedSince': oneText,
  'stream.rules': oneText,
  'stream.finding': {
    taken: [['1', '2', 'storm']],
    refused: [
      ['1', '2'],
      ['1', '2', 3],
    ],
  },
  'stream.tryRule': twoTexts,
  'explorer.newPosts': {
    taken: [
      ['1', null, '2'],
      ['1', '2', '3'],
    ],
    refused: [
      ['1', null],
      ['1', 2, '3'],
    ],
  },
  'explorer.census': nothing,
  'explorer.operators': nothing,
  'explorer.find': {
    taken: [['posts', 'bread', 0, 20]],
    refused: [
      ['posts', '', 0],
      ['tables', '', 0, 1],
      ['posts', '', -1, 1],
      ['posts', '', 0.5, 1],
    ],
  },
  'explorer.look': { taken: [['users', '1']], refused: [['users'], ['tables', '1'], ['users', null]] },
  'explorer.between': twoTexts,
  'explorer.marks': twoTexts,
  'explorer.adAccountsOf': oneText,
};

describe.each([
  ['commands', commands as Loads, ofCommands],
  ['questions', questions as Loads, ofQuestions],
] as const)('%s', (_, groups, cases) => {
  test('each one takes what it declares, and nothing else', async () => {
    const found: string[] = [];
    for (const [group, load] of Object.entries(groups))
      for (const [name, { takes }] of Object.entries(await load())) {
        const id = `${group}.${name}`;
        found.push(id);
        const { taken, refused } = cases[id as keyof typeof cases] as Cases;
        for (const args of taken) expect(takes(args), `${id} ${JSON.stringify(args)}`).toBe(true);
        for (const args of refused) expect(takes(args), `${id} ${JSON.stringify(args)}`).toBe(false);
      }
    expect(found.sort()).toEqual(Object.keys(cases).sort());
  });
});

test.each([
  '',
  'portal',
  'portal.',
  'portal.projects',
  'constructor.name',
  'portal.constructor',
  '__proto__.x',
])('there is no %j: a TypeError, and nothing changes', async (id) => {
  const { platform } = await start();
  const before = JSON.stringify(platform.snapshot());
  await expect(platform.do(id as 'portal.deleteApp', '26001')).rejects.toThrow(TypeError);
  await expect(platform.doOnce('call', id as 'portal.deleteApp', '26001')).rejects.toThrow(TypeError);
  await expect(platform.ask(id as 'receivers.get', '26001')).rejects.toThrow(TypeError);
  expect(JSON.stringify(platform.snapshot())).toBe(before);
});
