import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../../../tests/support/session.ts';
import { Draft } from '../../call/draft.svelte.ts';
import type { RequestsRoute } from '../../call/route.ts';
import { newRow } from '../../call/rows.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { segments, stringSegments } from '../segments.ts';
import { standingOf } from '../standing.ts';
import { Instrument } from './instrument.svelte.ts';

let session: PageSession;
beforeEach(async () => {
  session = await openSession();
});

const beforeOf = (draft: Draft) => ({ steps: draft.steps!, standing: standingOf(draft) });

function open(route: Omit<RequestsRoute, 'view'>, fixed = false) {
  const draft = new Draft(session);
  draft.load({ view: 'requests', ...route });
  const instrument = new Instrument(draft, beforeOf(draft), fixed);
  const at = (name: string, nth = 0) =>
    [...draft.steps!.parameters.entries()].filter(([, each]) => each.name === name)[nth]![0];
  const edit = (name: string, value: string, nth = 0): number => {
    const now = instrument.edit(at(name, nth), value);
    instrument.follow();
    return now;
  };
  const values = (name: string) =>
    draft.steps!.parameters.flatMap((each) => (each.name === name ? [each.value] : []));
  return { draft, instrument, at, edit, values };
}

const search = { endpointId: 'searchRecentPosts', query: [{ name: 'query', value: 'cafe', on: true }] };

describe('Lift 4: a value is edited in the signature', () => {
  it('of the query: it is the draft’s value, and Undo has the old one back', () => {
    const { draft, instrument, edit, values } = open(search);
    edit('query', "it's é 🚢");
    expect(draft.message.url).toMatch(/query=it%27s%20%C3%A9%20%F0%9F%9A%A2$/);
    expect(instrument.marks?.values.size).toBe(1);
    expect(instrument.canUndo).toBe(true);
    expect(instrument.undo().words).toBe('Undone: query has its old value again.');
    instrument.follow();
    expect(values('query')).toEqual(['cafe']);
    expect(instrument.marks).toBeNull();
  });

  it('an edit that is older than the instrument can be undone too', () => {
    const { draft, values } = open(search);
    const before = beforeOf(draft);
    draft.query.find(({ name }) => name === 'query')!.value = 'café';
    const late = new Instrument(draft, before, false);
    late.follow();
    expect([...late.marks!.values.values()].map(({ was }) => was)).toEqual(['cafe']);
    late.undo();
    expect(values('query')).toEqual(['cafe']);
  });

  it('of several with one name: they are sorted by value, and the edit goes to its own', () => {
    const { draft, instrument, edit, values } = open(search);
    draft.query.push(newRow({ name: 'tag', value: 'a' }), newRow({ name: 'tag', value: 'b' }));
    instrument.follow();
    instrument.clear();
    const first = draft.steps!.parameters.findIndex(({ name }) => name === 'tag');
    expect(edit('tag', 'c')).toBe(first + 1);
    expect(values('tag')).toEqual(['b', 'c']);
    expect(draft.query.filter(({ name }) => name === 'tag').map(({ value }) => value)).toEqual(['c', 'b']);
    expect(instrument.undo().first).toBe(first);
    instrument.follow();
    expect(values('tag')).toEqual(['a', 'b']);
    expect(draft.query.filter(({ name }) => name === 'tag').map(({ value }) => value)).toEqual(['a', 'b']);
  });

  it('of a form body, and of a parameter that is sent in the header', () => {
    const form = open({ endpointId: 'requestBearerToken', auth: 'oauth1' });
    form.edit('grant_type', 'é');
    expect(new TextDecoder().decode(form.draft.message.body)).toBe('grant_type=%C3%A9');
    const flow = open({
      endpointId: 'requestToken',
      auth: 'consumer',
      query: [{ name: 'oauth_callback', value: 'oob', on: true }],
    });
    expect(flow.draft.steps!.parameters[flow.at('oauth_callback')]?.from).toBe('header');
    flow.edit('oauth_callback', 'https://a.example');
    expect(flow.draft.query.find(({ name }) => name === 'oauth_callback')?.value).toBe('https://a.example');
    expect(flow.instrument.canUndo).toBe(true);
  });

  it('of a free-form call: one value in its address or its form changes, the rest stays as it was typed', () => {
    const { draft, edit, instrument } = open({
      endpointId: null,
      method: 'POST',
      url: 'https://api.svc.example/2/x?a=%7e&a=b+c&d#part',
      body: 'status=x&y=%7E',
    });
    edit('a', 'é', 0);
    expect(draft.url).toMatch(/^https:\/\/api\.svc\.example\/2\/x\?a=(%C3%A9&a=b\+c|%7e&a=%C3%A9)&d#part$/);
    edit('status', '100%');
    expect(draft.body).toBe('status=100%25&y=%7E');
    edit('d', '1');
    expect(draft.url).toMatch(/&d=1#part$/);
    instrument.undo();
    expect(draft.url).toMatch(/&d#part$/);
  });

  it('a nonce is pinned by an edit, and let go by Undo', () => {
    const { draft, instrument, edit } = open(search);
    const { nonce } = draft;
    edit('oauth_nonce', 'mine');
    expect([draft.nonce, draft.noncePinned]).toEqual(['mine', true]);
    instrument.undo();
    instrument.follow();
    expect([draft.nonce, draft.noncePinned]).toEqual([nonce, false]);
    expect(instrument.marks).toBeNull();
  });

  it('has no place for what comes from the App, for lines and bytes that a field cannot hold, or if it is fixed', () => {
    const { instrument, at } = open(search);
    expect(
      ['oauth_consumer_key', 'oauth_token', 'oauth_version'].map((name) => instrument.places[at(name)]),
    ).toEqual([null, null, null]);
    const lines = open({ ...search, query: [{ name: 'query', value: 'a\nb', on: true }] });
    expect(lines.instrument.places[lines.at('query')]).toBeNull();
    const bytes = open({ endpointId: null, url: 'https://api.svc.example/2/x?a=%FF' });
    expect(bytes.instrument.places[bytes.at('a')]).toBeNull();
    expect(open(search, true).instrument.places).toEqual([]);
  });
});

describe('Lift 4: Undo', () => {
  const rowsOf = ({ query }: Draft) => query.map(({ key, name, value, on }) => ({ key, name, value, on }));

  it('removes an added parameter, and has a removed one back in its place', () => {
    const { draft, instrument } = open(search);
    const before = rowsOf(draft);
    draft.query.push(newRow());
    instrument.follow();
    for (const name of ['t', 'ta', 'tag']) {
      draft.query.at(-1)!.name = name;
      instrument.follow();
    }
    draft.query.at(-1)!.value = 'a';
    instrument.follow();
    expect(instrument.canUndo).toBe(true);
    expect(instrument.undo().words).toBe('Undone: tag is removed again.');
    instrument.follow();
    expect([rowsOf(draft), instrument.marks]).toEqual([before, null]);

    draft.query.push(newRow({ name: 'a', value: '1' }), newRow({ name: 'b', value: '2' }));
    instrument.follow();
    instrument.clear();
    const both = rowsOf(draft);
    draft.query = draft.query.filter(({ name }) => name !== 'a');
    instrument.follow();
    expect(instrument.undo().words).toBe('Undone: a is back.');
    instrument.follow();
    expect([rowsOf(draft), instrument.marks]).toEqual([both, null]);
  });

  it('switches a parameter on again, and renames one back, each in one edit', () => {
    const { draft, instrument, values } = open(search);
    const query = draft.query.find(({ name }) => name === 'query')!;
    query.on = false;
    instrument.follow();
    expect(values('query')).toEqual([]);
    instrument.undo();
    instrument.follow();
    expect(values('query')).toEqual(['cafe']);
    draft.query.push(newRow({ name: 'tag', value: 'a' }));
    instrument.follow();
    instrument.clear();
    for (const name of ['ta', 'tas', 'tags']) {
      draft.query.at(-1)!.name = name;
      instrument.follow();
    }
    expect(instrument.undo().words).toBe('Undone: tags is removed again; tag is back.');
    instrument.follow();
    expect([values('tag'), values('tags'), instrument.marks]).toEqual([['a'], [], null]);
  });

  it('has the secret back that the call had: the real one, or the one that was typed before', () => {
    const { draft, instrument } = open(search);
    draft.editCredential('oauth_token_secret', 'first');
    instrument.follow();
    expect(instrument.canUndo).toBe(true);
    expect(instrument.undo().words).toBe('Undone: the signing key is as before.');
    instrument.follow();
    expect([draft.edits, instrument.marks]).toEqual([{}, null]);
    draft.editCredential('oauth_token_secret', 'first');
    instrument.follow();
    instrument.clear();
    draft.editCredential('consumer_secret', 'second');
    instrument.follow();
    instrument.undo();
    expect(draft.edits).toEqual({ oauth_token_secret: 'first' });
  });

  it('of the method and the address of a free-form call', () => {
    const url = 'https://api.svc.example/2/x?a=%7e#part';
    const { draft, instrument } = open({ endpointId: null, url });
    draft.url = draft.url.replace('/x', '/y');
    instrument.follow();
    expect(instrument.undo().words).toBe('Undone: the address is as before.');
    expect(draft.url).toBe(url);
    instrument.follow();
    draft.method = 'POST';
    instrument.follow();
    expect(instrument.undo().words).toBe('Undone: the method is as before.');
    expect(draft.method).toBe('GET');
  });

  it('leaves what is not signed as it was typed meanwhile', () => {
    const { draft, instrument, edit } = open(search);
    edit('query', 'cafés');
    const off = draft.query.find(({ on }) => !on)!;
    off.value = 'typed';
    draft.headers.push(newRow({ name: 'X-Note', value: 'kept' }));
    instrument.follow();
    instrument.undo();
    expect([off.value, draft.headers.at(-1)!.value]).toEqual(['typed', 'kept']);
    expect(draft.query.find(({ name }) => name === 'query')!.value).toBe('cafe');
  });

  it('is not offered for another user, or where nothing can be edited', () => {
    const { draft, instrument } = open(search);
    const other = session.world.users.find(({ id }) => id !== session.user?.id)!;
    session.userId = other.id;
    draft.editCredential('oauth_token', 'typed');
    instrument.follow();
    expect(instrument.marks).not.toBeNull();
    expect(instrument.canUndo).toBe(false);
    const fixed = open(search, true);
    fixed.draft.query.find(({ name }) => name === 'query')!.value = 'x';
    fixed.instrument.follow();
    expect([fixed.instrument.marks === null, fixed.instrument.canUndo]).toEqual([false, false]);
  });
});

describe('Lift 4: an encoding is shown', () => {
  it('from its last encoded character, whose place is known in both strings', () => {
    const { draft, instrument, at } = open({
      ...search,
      query: [{ name: 'query', value: 'a café b', on: true }],
    });
    const { steps } = draft;
    const query = at('query');
    instrument.explain(query);
    expect(instrument.remark).toBe(`1 of ${steps!.parameters.length} shown`);
    expect(instrument.columns[instrument.column]?.typed).toBe(' ');
    instrument.choose(instrument.columns.findIndex(({ typed }) => typed === 'é'));
    const [once, twice] = [stringSegments(steps!), segments(steps!)].map((parts) =>
      parts.find(({ parameter }) => parameter === query)!,
    );
    const { start, end } = instrument.hotIn(once!, 'encoded')!;
    expect(steps!.parameterString.slice(start, end)).toBe('%C3%A9');
    const again = instrument.hotIn(twice!, 'again')!;
    expect(steps!.baseString.slice(again.start, again.end)).toBe('%25C3%25A9');
    instrument.explain(null);
    expect([instrument.isExplaining, instrument.hotIn(once!, 'encoded')]).toEqual([false, null]);
  });

  it('and stays at its value when an edit sorts it elsewhere', () => {
    const { draft, instrument, edit } = open(search);
    draft.query.push(newRow({ name: 'tag', value: 'é' }), newRow({ name: 'tag', value: 'ö' }));
    const first = draft.steps!.parameters.findIndex(({ name }) => name === 'tag');
    instrument.explain(first);
    expect(edit('tag', 'ü')).toBe(first + 1);
    expect(instrument.explainedAt).toBe(first + 1);
    expect(instrument.columns.map(({ typed }) => typed)).toEqual(['ü']);
  });
});

it('another endpoint in the same draft is another call, without marks', () => {
  const { draft, instrument, edit } = open(search);
  draft.show({ view: 'requests', endpointId: 'getMe' });
  instrument.follow();
  expect(instrument.marks).toBeNull();
  draft.show({ view: 'requests', ...search });
  instrument.follow();
  edit('query', 'cafés');
  expect(instrument.marks?.values.size).toBe(1);
});

it('marks have precedence over a part that is pointed at', () => {
  const { instrument, at, edit } = open(search);
  instrument.pointed = at('query');
  expect([instrument.look, instrument.rowLook(at('query'))]).toEqual(['following', 'lit']);
  edit('query', 'cafés');
  expect([instrument.look, instrument.lit, instrument.rowLook(at('query'))]).toEqual([
    'marked',
    null,
    'changed',
  ]);
  instrument.clear();
  expect(instrument.look).toBe('following');
});
