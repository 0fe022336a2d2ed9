import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { schemaVersion } from '../../../engine/inside.ts';
import type { CommandAnswer, Credential } from '../../../engine/index.ts';
import { storedVersions } from '../../../tests/migrations/stored.ts';
import type { PlaygroundEvent } from '../../contract/events.ts';
import { startHost } from '../host.ts';
import type { Host } from '../host.ts';
import { StorageInMemory } from '../in-memory.ts';
import { surroundings } from '../../../tests/support/surroundings.ts';
import { plainError } from '../../contract/reply.ts';
import { release } from './release.ts';
import { Streaming } from '../../contract/streaming.ts';
import { fileLimits } from './limits.ts';
import { encodeFile } from './state-file.ts';
import type { Exported } from '../../contract/transfer.ts';

const hosts: Host[] = [];
afterEach(() => hosts.splice(0).forEach((host) => host.retire()));

async function openHost(): Promise<{ host: Host; events: PlaygroundEvent[]; storage: StorageInMemory }> {
  const storage = new StorageInMemory();
  const events: PlaygroundEvent[] = [];
  const host = await startHost(surroundings({ storage, emit: (event) => void events.push(event) }));
  hosts.push(host);
  return { host, events, storage };
}

test('Q20: the present contents include users that were not created yet', async () => {
  const { host } = await openHost();
  expect((await host.greet()).world.users).toHaveLength(4);
  const { file, replaced } = await inspect(host, await exported(host));
  expect(file).toMatchObject({ users: 4 });
  expect(replaced).toMatchObject({ users: 40, projects: file.projects, apps: file.apps });
  expect(replaced.posts).toBeGreaterThan(1900);
});

const text = (words: string) => new Blob([words]);
const storedFile = (version: number): Blob =>
  new Blob([readFileSync(new URL(`../../../tests/migrations/snapshots/${version}.json`, import.meta.url))]);
const fileOf = (exported: Exported): Blob => new Blob([encodeFile(exported) as Uint8Array<ArrayBuffer>]);

/** The file as a page would collect it. */
async function exported(
  host: Host,
  packed = false,
  files = false,
  lessons?: readonly string[],
): Promise<Blob> {
  const answer = await host.exportFile('export', { token: 'export', packed, files, lessons });
  if (!(answer instanceof Streaming)) throw new Error('An export came without its file');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve, reject) => {
    answer.open({
      write: (chunk) => {
        parts.push(chunk.slice());
        return true;
      },
      drained: () => Promise.resolve(),
      end: (reason) => (reason === undefined ? resolve(new Blob(parts)) : reject(new Error(reason))),
    });
  });
}
let tokens = 0;
const inspect = (host: Host, file: Blob) => host.inspectFile(file, `token ${++tokens}`);
const importInto = (host: Host, id: string, file: Blob) => host.importFile(id, file, `token ${++tokens}`);
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      const { name, message, fields } = plainError(error);
      return { name, message, ...fields };
    },
  );

test('the release is that of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(release).toBe(version);
});

describe('an export', () => {
  test('is a file with its format, its release, its time and the vault', async () => {
    const { host } = await openHost();
    const before = Date.now();
    const file = JSON.parse(await (await exported(host)).text()) as Exported;
    const { world } = await host.greet();
    expect(file).toMatchObject({ format: 'svc-playground', version: schemaVersion, release });
    expect(Date.parse(file.exported!)).toBeGreaterThanOrEqual(before);
    expect(file.vault).toEqual(world.vault);
  });

  test('contains no credential that is no longer in force', async () => {
    const { host } = await openHost();
    const { world } = await host.greet();
    const [app] = world.apps;
    await host.do('revoke', 'portal.revoke', [app!.id, 'app']);
    const { vault } = await host.exportSnapshot();
    expect(world.vault.some(({ kind, appId }) => kind === 'app' && appId === app!.id)).toBe(true);
    expect(vault!.some(({ kind, appId }) => kind === 'app' && appId === app!.id)).toBe(false);
  });
});

describe('an import', () => {
  test('replaces everything including the vault, and notifies every page', async () => {
    const { host, events } = await openHost();
    const { world } = await host.greet();
    const file = await exported(host);
    await host.do('1', 'portal.createProject', ['After', 'free']);
    const regenerated = await host.do('2', 'portal.regenerate', [world.apps[0]!.id, 'basic']);
    if (!regenerated.ok) throw new Error(regenerated.reason);
    const { made } = regenerated as Extract<CommandAnswer<'portal.regenerate'>, { ok: true }>;
    await host.keep(made as Credential);
    expect((await host.greet()).world.vault).not.toEqual(world.vault);
    await importInto(host, '3', file);
    const after = (await host.greet()).world;
    expect(after.projects).toEqual(world.projects);
    expect(after.vault).toEqual(world.vault);
    expect(events.at(-1)).toEqual({ type: 'restarted', by: 'import' });
  });

  test('also takes the result of exportSnapshot: a way back', async () => {
    const { host } = await openHost();
    const before = await host.exportSnapshot();
    await host.do('1', 'portal.createProject', ['After', 'free']);
    await host.importSnapshot('2', before);
    const { projects } = (await host.greet()).world;
    expect(projects.some(({ name }) => name === 'After')).toBe(false);
    expect((await host.exportSnapshot()).tables).toEqual(before.tables);
  });

  test('is done once per id', async () => {
    const { host } = await openHost();
    const file = await exported(host);
    await importInto(host, '1', file);
    await host.do('2', 'portal.createProject', ['Made after the import', 'free']);
    await importInto(host, '1', file);
    const { projects } = (await host.greet()).world;
    expect(projects.map(({ name }) => name)).toContain('Made after the import');
  });

  test('uses what an inspection found, and does not read the file again', async () => {
    const { host } = await openHost();
    const file = await exported(host);
    await host.do('1', 'portal.createProject', ['After', 'free']);
    await host.inspectFile(file, 'x');
    const read = vi.spyOn(file, 'stream');
    await host.importFile('2', file, 'x');
    expect(read).not.toHaveBeenCalled();
    expect((await host.greet()).world.projects.map(({ name }) => name)).not.toContain('After');
  });

  test('continues from a file of either form, compressed or not', async () => {
    const { host } = await openHost();
    const { tables } = await host.exportSnapshot();
    for (const packed of [false, true]) {
      const file = await exported(host, packed);
      await host.do(`${packed} 1`, 'portal.createProject', ['After', 'free']);
      await importInto(host, `${packed} 2`, file);
      expect((await host.exportSnapshot()).tables).toEqual(tables);
    }
  });

  test('keeps everything in one step, and nothing before that', async () => {
    const { host, storage } = await openHost();
    const file = await exported(host);
    const [commit, replace] = [vi.spyOn(storage, 'commit'), vi.spyOn(storage, 'replace')];
    await importInto(host, '1', file);
    expect([commit, replace].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  test.each(storedVersions())(
    'reads a file of schema version %i, which is only a snapshot',
    async (version) => {
      const { host } = await openHost();
      const found = await inspect(host, storedFile(version));
      expect(found).toMatchObject({ version, currentVersion: schemaVersion, release: null, exported: null });
      await importInto(host, '1', storedFile(version));
      const { world } = await host.greet();
      expect(world.apps).toHaveLength(found.file.apps);
      expect(world.users).toHaveLength(found.file.users);
      expect(world.vault).toHaveLength(found.file.credentials);
    },
  );

  test('without a vault keeps those old credentials that are in force there', async () => {
    const { host } = await openHost();
    const { vault, ...bare } = await host.exportSnapshot();
    const { world } = await host.greet();
    await host.do('1', 'portal.regenerate', [world.apps[0]!.id, 'client']);
    await host.keep({ ...world.vault[0]!, id: 'made up', kind: 'app', bearer_token: 'none' });
    await host.importSnapshot('2', bare);
    expect(vault).toEqual(world.vault);
    expect((await host.greet()).world.vault).toEqual(world.vault);
  });
});

describe('the files of feeds', () => {
  test('are exported only on request, are counted, and come back, replacing those with the same names', async () => {
    const { host } = await openHost();
    await host.putFile('1', 'shop.csv', text('id,title\n'));
    expect(await host.exportSize()).toMatchObject({ files: 1, fileBytes: 12 });
    const bare = await exported(host);
    const whole = await exported(host, false, true);
    expect((await inspect(host, bare)).feedFiles).toEqual([]);
    expect((await inspect(host, whole)).feedFiles).toEqual([{ name: 'shop.csv', bytes: 9 }]);
    await host.putFile('2', 'shop.csv', text('another'));
    await host.putFile('3', 'other.csv', text('stays'));
    await importInto(host, '4', bare);
    expect((await host.files()).files.map(({ bytes }) => bytes)).toEqual([5, 7]);
    expect(await importInto(host, '5', whole)).toMatchObject({ kind: 'replaced', filesRefused: [] });
    const { files } = await host.files();
    expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['other.csv', 5],
      ['shop.csv', 9],
    ]);
    expect(files[1]!.origin).toEqual({ type: 'imported' });
  });

  test('one without room is reported, and the world is imported', async () => {
    const { host } = await openHost();
    await host.putFile('1', 'shop.csv', text('id,title\n'));
    const whole = await exported(host, false, true);
    await host.removeFile('shop.csv');
    for (let at = 0; at < 50; at++) await host.putFile(`more ${at}`, `f${at}.csv`, text('x'));
    await host.do('2', 'portal.createProject', ['After', 'free']);
    expect(await importInto(host, '3', whole)).toMatchObject({
      filesRefused: [{ name: 'shop.csv', reason: expect.stringContaining('50 files') as unknown }],
    });
    expect((await host.greet()).world.projects.map(({ name }) => name)).not.toContain('After');
  });
});

describe('a file that is cancelled', () => {
  /** Long enough that others get a turn while it is read. */
  async function longFile(host: Host): Promise<Blob> {
    const { vault, ...rest } = await host.exportSnapshot();
    const [post] = rest.tables['posts']!;
    const more = Array.from({ length: 30_000 }, (_, at) => ({ ...post, id: String(1_000_000 + at) }));
    const posts = [...rest.tables['posts']!, ...more];
    return fileOf({ ...rest, vault: vault!, tables: { ...rest.tables, posts } });
  }

  test.each(['inspectFile', 'importFile'] as const)(
    '%s ends with an AbortError, and nothing has changed',
    async (method) => {
      const { host } = await openHost();
      const file = await longFile(host);
      const before = await host.exportSnapshot();
      const reading =
        method === 'inspectFile' ? host.inspectFile(file, 'long') : host.importFile('1', file, 'long');
      const refused = refusalOf(reading);
      await host.cancelImport('long');
      expect(await refused).toMatchObject({ name: 'AbortError' });
      expect((await host.exportSnapshot()).tables).toEqual(before.tables);
      const made = await host.do('2', 'portal.createProject', ['Goes on', 'free']);
      expect(made.ok).toBe(true);
    },
  );

  test('one that waits for another is not read at all', async () => {
    const { host } = await openHost();
    const file = await longFile(host);
    const first = host.inspectFile(file, 'first');
    const second = refusalOf(host.inspectFile(file, 'second'));
    await host.cancelImport('second');
    expect(await second).toMatchObject({ name: 'AbortError' });
    expect((await first).file.posts).toBeGreaterThan(30_000);
  });

  test('what was found is forgotten, and an import reads it again', async () => {
    const { host } = await openHost();
    const file = await exported(host);
    await host.do('1', 'portal.createProject', ['After', 'free']);
    await host.inspectFile(file, 'x');
    await host.cancelImport('x');
    await host.importFile('2', file, 'x');
    expect((await host.greet()).world.projects.map(({ name }) => name)).not.toContain('After');
  });
});

describe('the contents of a file', () => {
  test('are reported beside what they would replace', async () => {
    const { host } = await openHost();
    await host.freeze();
    const file = await exported(host);
    await host.do('1', 'portal.createProject', ['After', 'free']);
    await host.advance('2', 3_600_000);
    const { file: found, replaced } = await inspect(host, file);
    expect(replaced.projects).toBe(found.projects + 1);
    expect(replaced.now).toBe(found.now + 3_600_000);
    expect(found.frozen).toBe(true);
    expect(found.posts).toBeGreaterThan(0);
  });

  test('are inspected without changes, except that the seeded users are created', async () => {
    const { host } = await openHost();
    const file = await exported(host);
    await inspect(host, file);
    const before = await host.exportSnapshot();
    await inspect(host, file);
    expect((await host.exportSnapshot()).tables).toEqual(before.tables);
  });

  test.each([false, true])('include the done steps of lessons, in a file of lines too: %s', async (files) => {
    const { host } = await openHost();
    if (files) await host.putFile('put', 'shop.csv', text('id,title\n'));
    const lessons = ['first-call.1.2', 'a-later-lesson.3'];
    const file = await exported(host, false, files, lessons);
    expect((await file.text()).split('\n').length > 2).toBe(files);
    expect((await inspect(host, file)).lessons).toEqual(lessons);
    expect((await inspect(host, await exported(host, false, files))).lessons).toEqual([]);
  });

  test('leave out what is no lesson with steps', async () => {
    const { host } = await openHost();
    const snapshot = await host.exportSnapshot();
    const odd = ['first-call.1', 'first-call', '<b>.1', `${'a'.repeat(41)}.1`, 'a.1.', 5, null, { a: 1 }];
    const read = (lessons: unknown) => inspect(host, fileOf({ ...snapshot, lessons } as Exported));
    expect((await read(odd)).lessons).toEqual(['first-call.1']);
    expect((await read('first-call.1')).lessons).toEqual([]);
    expect((await read(Array.from({ length: 500 }, () => 'a.1'))).lessons).toHaveLength(100);
  });

  test('include its release and time only if they are valid', async () => {
    const { host } = await openHost();
    const odd = { ...(await host.exportSnapshot()), release: '<b>1</b>', exported: 'soon' };
    expect(await inspect(host, fileOf(odd))).toMatchObject({ release: null, exported: null });
  });
});

describe('refused, with the reason, without changes', () => {
  const cases: Record<string, [(file: Exported) => unknown, object]> = {
    'a list': [() => [], { name: 'SnapshotInvalid' }],
    nothing: [() => null, { name: 'SnapshotInvalid' }],
    'the JSON of another program': [() => ({ openapi: '3.1.0' }), { name: 'SnapshotInvalid', table: null }],
    'a later release': [
      (file) => ({ ...file, version: schemaVersion + 1 }),
      { name: 'SnapshotTooNew', found: schemaVersion + 1, supported: schemaVersion },
    ],
    'a table that is missing': [
      (file) => ({ ...file, tables: { ...file.tables, posts: undefined } }),
      { name: 'SnapshotInvalid', table: 'posts', reason: 'is missing' },
    ],
    'a field of another type': [
      (file) => ({
        ...file,
        tables: { ...file.tables, users: file.tables['users']!.map((row) => ({ ...row, verified: 'yes' })) },
      }),
      { name: 'SnapshotInvalid', table: 'users', field: 'verified' },
    ],
    'an unknown table': [
      (file) => ({ ...file, tables: { ...file.tables, secrets: [] } }),
      { name: 'SnapshotInvalid', table: 'secrets' },
    ],
  };

  test.each(Object.entries(cases))('%s', async (_, [change, expected]) => {
    const { host } = await openHost();
    const before = await host.exportSnapshot();
    const file = text(JSON.stringify(change(JSON.parse(await fileOf(before).text()) as Exported)));
    expect(await refusalOf(inspect(host, file))).toMatchObject(expected);
    expect(await refusalOf(importInto(host, '1', file))).toMatchObject(expected);
    expect((await host.exportSnapshot()).tables).toEqual(before.tables);
    const made = await host.do('2', 'portal.createProject', ['Goes on', 'free']);
    expect(made.ok).toBe(true);
  });

  test.each([
    ['half a file', (file: Blob) => file.slice(0, Math.floor(file.size / 2)), 'FileRefused'],
    ['a picture', () => new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]), 'FileRefused'],
    ['an empty file', () => new Blob([]), 'FileRefused'],
    ['one that is too big', () => new Blob([new Uint8Array(fileLimits.others + 1)]), 'FileTooLarge'],
    [
      'a nesting that no parser survives',
      () => text(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
      expect.stringMatching(/^(FileRefused|SnapshotInvalid)$/) as unknown,
    ],
  ])('%s', async (_, change, name) => {
    const { host } = await openHost();
    const file = change(await exported(host));
    expect(await refusalOf(inspect(host, file))).toMatchObject({ name });
    expect(await refusalOf(importInto(host, '1', file))).toMatchObject({ name });
  });

  test('credentials in a file that its platform does not know, or that are invalid', async () => {
    const { host } = await openHost();
    const file = await host.exportSnapshot();
    const [first] = file.vault!;
    const odd = [
      null,
      'x',
      { kind: '__proto__' },
      { ...first, id: 'another', appId: '1' },
      { ...first, id: 7 },
      { id: 'x', appId: first!.appId, appName: '', kind: 'app', bearer_token: 'guessed' },
    ] as unknown as Credential[];
    await host.importSnapshot('1', { ...file, vault: [...odd, ...file.vault!, ...file.vault!] });
    expect((await host.greet()).world.vault).toEqual(file.vault);
  });
});
