/**
 * The types of the package. The compiler writes declarations file by file; only those that the entry points reach are
 * kept, so that the package does not contain the types of all internals.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { Declared } from './declared.ts';
import type { Name } from './declared.ts';
import { Places } from './places.ts';

/** Emits the declarations of the files in a tsconfig. Throws with the compiler's output when there are errors. */
export function emitDeclarations(project: string, folder: string): void {
  const compiler = 'node_modules/@typescript/native/bin/tsc';
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The declarations could not be written:\n${stdout}`);
}

/**
 * Copies the declarations in `from` that the entry points reach; an entry point is a path in it. Exports of an entry
 * point keep their comments, which editors show.
 */
export function copyReached(from: string, to: string, doors: readonly string[]): void {
  const files = new Map<string, Declared>();
  const fileAt = (file: string): Declared => {
    const known = files.get(file) ?? new Declared(file);
    files.set(file, known);
    return known;
  };
  const exported = doors.flatMap((door) => fileAt(path.join(from, door)).resolveExported('*', fileAt));
  const kept = new Map<string, Set<ts.Statement>>();
  const keptOf = (file: string): Set<ts.Statement> => {
    const statements = kept.get(file) ?? new Set();
    kept.set(file, statements);
    return statements;
  };
  const keep = ({ file, name }: Name): void => {
    for (const statement of fileAt(file).statementsOf(name)) {
      if (keptOf(file).has(statement)) continue;
      keptOf(file).add(statement);
      const declared = fileAt(file);
      for (const each of declared.namesIn(statement)) {
        const isHere = each.file === file;
        if (!isHere) keptOf(each.file); // `import('./other.js').Name`
        const other = fileAt(each.file);
        (isHere ? other.resolve(each.name, fileAt) : other.resolveExported(each.name, fileAt)).forEach(keep);
      }
    }
  };
  exported.forEach(keep);
  const shown = new Set(exported.flatMap(({ file, name }) => fileAt(file).statementsOf(name)));
  for (const door of doors) keptOf(path.join(from, door));
  // Files that only re-export names are visited when they are found.
  for (const file of kept.keys()) for (const { to: linked } of fileAt(file).links) keptOf(linked.file);
  const places = new Places(
    path.join(from, 'shared.d.ts'),
    kept,
    doors.map((door) => path.join(from, door)),
    fileAt,
  );
  for (const [file, text] of places.texts((statement) => (shown.has(statement) ? 'shown' : 'inside'))) {
    const target = path.join(to, path.relative(from, file));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
