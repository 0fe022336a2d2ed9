import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const engineOrder = JSON.parse(readFileSync('scripts/lint/engine-order.json', 'utf8')) as Record<
  string,
  string[]
>;
const roomOf = (file: string): string => file.split('/')[1]!;

/** What each file of a folder imports: static and dynamic imports, re-exports, types and workers. */
function importsIn(folder: 'engine' | 'worker'): ReadonlyMap<string, readonly string[]> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${folder}/*.ts`], {
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts') && existsSync(file));
  return new Map(
    files.map((file) => [
      file,
      Array.from(
        readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^'?]+)[^']*'/g),
        ([, to]) => path.posix.join(path.posix.dirname(file), to!),
      ),
    ]),
  );
}

const imports = importsIn('engine');

/** The first circle of a graph, as the names on it. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = walk(next, [...path, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = walk(node, []);
    if (found) return found;
  }
  return null;
}

test('a circle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
});

test('inside engine/ no files import each other in a circle', () => {
  expect(imports.size).toBeGreaterThan(100);
  expect(circleIn(imports)).toBeNull();
});

test('inside worker/ no files import each other in a circle', () => {
  const worker = importsIn('worker');
  expect(worker.get('worker/connect.ts')).toContain('worker/main.ts');
  expect(circleIn(worker)).toBeNull();
});

test('inside engine/ no folders import each other in a circle, and every folder has its place in the order', () => {
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const others = targets.map(roomOf).filter((other) => other !== roomOf(file));
    rooms.set(roomOf(file), [...(rooms.get(roomOf(file)) ?? []), ...others]);
  }
  expect(circleIn(rooms)).toBeNull();
  const folders = [...rooms.keys()].filter((room) => !room.endsWith('.ts')).sort();
  expect(folders).toEqual(Object.keys(engineOrder).sort());
});

test('families do not import each other', () => {
  const family = (file: string) => /^engine\/endpoints\/([^/]+)\//.exec(file)?.[1];
  for (const [file, targets] of imports)
    for (const target of targets)
      if (family(file) && family(target))
        expect(`${file}: ${family(target)}`).toBe(`${file}: ${family(file)}`);
});
