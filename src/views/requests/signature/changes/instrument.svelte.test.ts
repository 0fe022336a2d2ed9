import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../../../tests/support/session.ts';
import { Draft } from '../../call/draft.svelte.ts';
import type { RequestsRoute } from '../../call/route.ts';
import { newRow } from '../../call/rows.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import { segments, stringSegments } from '../segments.ts';
import { Instrument } from './instrument.svelte.ts';

let session: PageSession;
beforeEach(async () => {
  session = await openSession();
});

function open(route: Omit<RequestsRoute, 'view'>, fixed = false) {
  const draft = new Draft(session);
  draft.load({ view: 'requests', ...route });
  const instrument = new Instrument(draft, draft.steps!, fixed);
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
    expect(instrument.undo().names).toEqual(['query']);
    instrument.follow();
    expect(values('query')).toEqual(['cafe']);
    expect(instrument.marks).toBeNull();
  });

  it('an edit that is older than the instrument can be undone too', () => {
    const { draft, values } = open(search);
    const before = draft.steps!;
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
    expect(draft.url).toMatch(/&d=#part$/);
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

  it('offers no Undo for what it could not write back', () => {
    const { draft, instrument } = open(search);
    draft.editCredential('oauth_token_secret', 'other');
    instrument.follow();
    expect(instrument.marks).not.toBeNull();
    expect(instrument.canUndo).toBe(false);
    instrument.clear();
    draft.query.push(newRow({ name: 'tag', value: 'a' }));
    instrument.follow();
    expect(instrument.canUndo).toBe(false);
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
