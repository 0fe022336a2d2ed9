import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { PortalState } from './portal-state.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';

let session: PageSession;
let portal: PortalState;

beforeEach(async () => {
  session = await openSession();
  portal = session.keep(PortalState);
});

const reader = '26001';

describe('a form of settings', () => {
  it('knows what was changed, and what was changed back', () => {
    const form = portal.form(reader);
    expect(form.changed).toEqual([]);
    form.set('name', 'Another');
    form.set('callback_urls', ['https://a.example/']);
    expect(form.changed).toEqual(['name', 'callback_urls']);
    expect(portal.unsaved()).toEqual([form]);
    form.set('name', 'Northwind Reader');
    expect(form.changed).toEqual(['callback_urls']);
  });

  it('saves without the white space and the rows that were left empty', async () => {
    const form = portal.form(reader);
    form.set('website_url', '  https://a.example/ ');
    form.set('callback_urls', ['', ' https://a.example/back ', ' ']);
    expect(await form.save()).toBe(true);
    expect(form.changed).toEqual([]);
    expect(form.app?.settings).toMatchObject({
      website_url: 'https://a.example/',
      callback_urls: ['https://a.example/back'],
    });
  });

  it('keeps what was entered while it was being saved', async () => {
    const form = portal.form(reader);
    form.set('name', 'Another');
    form.set('callback_urls', ['https://a.example/']);
    const saving = form.save();
    form.set('description', 'Typed on');
    form.setCallback(0, 'https://b.example/');
    expect(await saving).toBe(true);
    expect(form.changed).toEqual(['callback_urls', 'description']);
    expect([form.get('callback_urls'), form.get('description')]).toEqual([
      ['https://b.example/'],
      'Typed on',
    ]);
    expect(form.app?.settings).toMatchObject({ name: 'Another', callback_urls: ['https://a.example/'] });
  });

  it('keeps what was entered when it is refused, with the reason for each field', async () => {
    const form = portal.form(reader);
    form.set('name', '');
    form.set('callback_urls', ['https://a.example/', 'ftp://a.example/x']);
    expect(await form.save()).toBe(false);
    expect(Object.keys(form.problems).sort()).toEqual(['callback_urls.1', 'name']);
    form.setCallback(1, 'https://b.example/');
    expect(Object.keys(form.problems)).toEqual(['name']);
    expect(form.get('name')).toBe('');
    expect(form.app?.settings.name).toBe('Northwind Reader');
  });

  it('adopts what another tab saved, except for fields that are being changed here', async () => {
    const form = portal.form(reader);
    form.set('name', 'Mine');
    await session.playground.do('portal.updateApp', reader, { name: 'Theirs', purpose: 'Theirs' });
    expect([form.get('name'), form.get('purpose')]).toEqual(['Mine', 'Theirs']);
  });
});

describe('keys that are shown once', () => {
  it('are gone once they are put away', async () => {
    await portal.regenerate(reader, 'app');
    const [shown] = portal.shown(reader);
    expect(shown?.kind).toBe('app');
    portal.putAway(reader, shown!);
    expect(portal.shown(reader)).toEqual([]);
  });

  it('a user token is saved with the API key that the vault has', async () => {
    await portal.regenerate(reader, 'oauth1');
    await portal.keep(portal.shown(reader)[0]!);
    const basic = session.world.vault.find((each) => each.kind === 'basic' && each.appId === reader);
    const kept = session.world.vault.find(({ id }) => id === portal.shown(reader)[0]!.id);
    expect(kept).toMatchObject({
      consumer_key: (basic as { consumer_key: string }).consumer_key,
      consumer_secret: (basic as { consumer_secret: string }).consumer_secret,
    });
  });

  it('a user token cannot be saved while the API key is unknown', async () => {
    const basic = session.world.vault.find((each) => each.kind === 'basic' && each.appId === reader)!;
    await portal.forget(basic);
    await portal.regenerate(reader, 'oauth1');
    const [shown] = portal.shown(reader);
    expect(portal.keysFor(shown!)).toBeNull();
    await portal.keep(shown!);
    expect(portal.isKept(shown!)).toBe(false);
  });

  it('what a new API key ends is no longer offered', async () => {
    await portal.regenerate(reader, 'app');
    await portal.regenerate(reader, 'oauth1');
    await portal.regenerate(reader, 'client');
    await portal.regenerate(reader, 'basic');
    expect(portal.shown(reader).map(({ kind }) => kind)).toEqual(['client', 'basic']);
  });

  it('a confidential client’s secret is shown when OAuth 2.0 is switched on', async () => {
    const made = await portal.createApp('Kiln', null);
    if ('reason' in made) throw new Error(made.reason);
    const form = portal.form(made.app.id);
    form.set('oauth2', true);
    expect(await form.save()).toBe(true);
    expect(portal.shown(made.app.id).map(({ kind }) => kind)).toEqual(['basic', 'app', 'client']);
  });

  it('forgetting a credential can be undone', async () => {
    const before = session.world.vault.length;
    await portal.forget(session.world.vault[0]!);
    expect(session.world.vault).toHaveLength(before - 1);
    session.notices.current?.action?.run();
    await eventually(() => {
      expect(session.world.vault).toHaveLength(before);
    });
  });
});

describe('Q24: a key that was put away', () => {
  const made = async () => {
    await portal.regenerate(reader, 'app');
    return portal.shown(reader).find(({ kind }) => kind === 'app')!;
  };

  it('comes back unchanged with Undo', async () => {
    const shown = await made();
    portal.putAway(reader, shown);
    expect(portal.shown(reader)).not.toContain(shown);
    expect(portal.putAwayOf(reader, 'app')).toBe(shown);
    portal.show(reader, [shown]);
    expect(portal.shown(reader)).toContain(shown);
    expect(portal.putAwayOf(reader, 'app')).toBeNull();
  });

  it('needs no Undo if the vault has it', async () => {
    const shown = await made();
    await portal.keep(shown);
    portal.putAway(reader, shown);
    expect(portal.putAwayOf(reader, 'app')).toBeNull();
  });

  it('is forgotten when another is made, it is revoked, or everything is reset', async () => {
    portal.putAway(reader, await made());
    const next = await made();
    expect(portal.putAwayOf(reader, 'app')).toBeNull();
    portal.putAway(reader, next);
    await portal.revoke(
      session.world.apps.find(({ id }) => id === reader)!,
      'app',
    );
    expect(portal.putAwayOf(reader, 'app')).toBeNull();
    portal.putAway(reader, await made());
    portal.stateReplaced();
    expect(portal.putAwayOf(reader, 'app')).toBeNull();
  });
});
