import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { circleIn, importsOf, roomsInside, roomsOf, sourcesOf } from '../support/imports.ts';

const imports = importsOf(sourcesOf('worker'));

/** What each folder of worker/ may import from the others, from the bottom up. */
const order: Readonly<Record<string, readonly string[]>> = {
  /** Types of what crosses to a page: methods, events, plain data. */
  contract: [],
  /** The one platform, with its time, its storage and its streams. No browser. */
  host: ['contract'],
  /** Bytes on credit, from a host to a reader. */
  streams: ['contract'],
  /** The storage of a host in IndexedDB. */
  persistence: ['contract', 'host'],
  /** The platform over HTTP on this machine, in Node. */
  server: ['attached', 'host'],
  /** Pages that are attached to such a server. */
  attached: ['contract', 'host', 'streams', 'tabs'],
  /** One host for all tabs of a browser. */
  tabs: ['contract', 'host', 'persistence', 'streams'],
  /** A world in memory, for one page: an embed's. */
  temporary: ['contract', 'host', 'tabs'],
  /** The world of an embed that is kept in the browser. */
  kept: ['temporary'],
  /** In a world of one page, as an embed's is. */
  lesson: ['contract', 'host', 'temporary'],
  /** The page's end. */
  page: ['attached', 'contract', 'kept', 'lesson', 'streams', 'tabs', 'temporary'],
};

test('files of worker/ have no import cycles', () => {
  expect(imports.get('worker/page/start-worker.ts')).toContain('worker/main.ts');
  expect(circleIn(roomsOf(imports, (file) => file))).toBeNull();
});

test('folders of worker/ have no import cycles, and each imports only what the order allows', () => {
  const rooms = roomsInside('worker', imports);
  expect(circleIn(rooms)).toBeNull();
  const nameOf = (room: string) => room.replace('worker/', '');
  const folders = [...rooms.keys()].filter((room) => !room.endsWith('.ts'));
  expect(folders.map(nameOf).sort()).toEqual(Object.keys(order).sort());
  for (const room of folders)
    for (const other of rooms.get(room)!.filter((each) => folders.includes(each)))
      expect(order[nameOf(room)], `${room} imports ${other}`).toContain(nameOf(other));
});

/** What only a browser, or only Node, has. The types of tsconfig.host.json cover Node's. */
const powers =
  /\b(BroadcastChannel|Buffer|IDB\w+|Message(?:Channel|Port)|document|indexedDB|localStorage|location\.|navigator|process|self\.|sessionStorage|window)\b/;

test('the host, and what it imports, needs nothing that only a browser or only Node has', () => {
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file) || !file.startsWith('worker/')) return;
    reached.add(file);
    imports.get(file)!.forEach(reach);
  };
  [...imports.keys()].filter((file) => file.startsWith('worker/host/')).forEach(reach);
  const rooms = new Set(Array.from(reached, (file) => file.split('/')[1]));
  expect([...rooms].sort()).toEqual(['contract', 'host']);
  const found = Array.from(reached, (file) => [file, powers.exec(codeOf(file))?.[0] ?? null]);
  expect(found.filter(([, power]) => power !== null)).toEqual([]);
  expect(powers.test(codeOf('worker/tabs/tab.ts')), 'it would be found').toBe(true);
});

const codeOf = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'|`[^`]*`/g, "''");
