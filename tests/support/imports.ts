import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Graph = ReadonlyMap<string, readonly string[]>;

/** The source files of a folder of the repository, without tests, sorted by path. */
export const sourcesOf = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--deduplicate', '--exclude-standard', folder], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.test.ts') && existsSync(file));

/** The files that each file imports, inside its folder or outside: static and dynamic, re-exports, types, workers. */
export const importsOf = (files: readonly string[]): Graph =>
  new Map(files.map((file) => [file, importsIn(readFileSync(file, 'utf8'), file)]));

/** Every form of import that names a file, as a path from the repository's root. */
export const importsIn = (source: string, file: string): string[] =>
  Array.from(source.matchAll(/(?:\bfrom |\bimport |\bimport\(|\bnew URL\()\s*'(\.[^'?#]+)/g), ([, to]) =>
    path.posix.join(path.posix.dirname(file), to!),
  );

/** The import graph of groups of files, given by `roomOf`; imports within a group are left out. */
export function roomsOf(files: Graph, roomOf: (file: string) => string): Graph {
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of files) {
    const room = roomOf(file);
    const others = targets.map(roomOf).filter((other) => other !== room);
    rooms.set(room, [...(rooms.get(room) ?? []), ...others]);
  }
  return rooms;
}

/** The import graph of a folder's direct children: its folders, and its files. */
export function roomsInside(folder: string, files: Graph): Graph {
  const inside = (file: string) => file.startsWith(`${folder}/`);
  const depth = folder.split('/').length + 1;
  const own = [...files]
    .filter(([file]) => inside(file))
    .map(([file, to]) => [file, to.filter(inside)] as const);
  return roomsOf(new Map(own), (file) => file.split('/').slice(0, depth).join('/'));
}

/** The first cycle of a graph, as the names on it. */
export function circleIn(graph: Graph): string[] | null {
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
