/**
 * Where declarations stand in the package: in one file, as far as their names do not clash. One file for each module of
 * the source would cost a tenth of the package, in headers of the archive and in imports.
 */
import ts from 'typescript';
import { declaredBy, specifierFrom } from './declared.ts';
import type { Declared } from './declared.ts';

/** What is kept of each file. */
type Kept = ReadonlyMap<string, ReadonlySet<ts.Statement>>;
type FileAt = (file: string) => Declared;

const printers = {
  shown: ts.createPrinter(),
  inside: ts.createPrinter({ removeComments: true }),
};

export class Places {
  /** Those that stand in the one file. */
  readonly #together: Set<string>;

  /** The one file is `shared`. `doors` stay on their own, since people import them. */
  constructor(
    private readonly shared: string,
    private readonly kept: Kept,
    doors: readonly string[],
    private readonly fileAt: FileAt,
  ) {
    const whole = Array.from(kept, ([file, statements]) =>
      [...statements].flatMap((statement) => fileAt(file).modulesIn(statement)),
    ).flat();
    const apart = new Set([...doors, ...whole]);
    this.#together = new Set([...kept.keys()].filter((file) => !apart.has(file)));
    for (let clash = this.#clash(); clash !== null; clash = this.#clash()) this.#together.delete(clash);
  }

  /** The files of the package with their texts. `printed`: `shown` with comments, which editors show. */
  *texts(printed: (statement: ts.Statement) => keyof typeof printers): Iterable<readonly [string, string]> {
    const files = new Map<string, string[]>();
    for (const file of this.kept.keys()) {
      const there = this.#fileOf(file);
      files.set(there, [...(files.get(there) ?? []), file]);
    }
    for (const [there, parts] of files) {
      const links = this.#linksFrom(there, parts);
      const declarations = parts.flatMap((file) =>
        Array.from(this.kept.get(file) ?? [], (statement) => {
          const { source } = this.fileAt(file);
          const text = printers[printed(statement)].printNode(ts.EmitHint.Unspecified, statement, source);
          const indented = text.replaceAll(/^(?: {4})+/gm, (indent) => ' '.repeat(indent.length / 4));
          return this.fileAt(file).withImports(indented, (each) => this.#fileOf(each));
        }),
      );
      // `export {}`: a module whose names are exported one by one.
      yield [there, `${[...links, ...declarations, 'export {};'].join('\n')}\n`];
    }
  }

  #fileOf(file: string): string {
    return this.#together.has(file) ? this.shared : file;
  }

  /** A file with a name that means something else in another file of those together; null if there is none. */
  #clash(): string | null {
    /** The file that a name in the one file comes from. */
    const meanings = new Map<string, string>();
    for (const file of this.#together)
      for (const name of [...(this.kept.get(file) ?? [])].flatMap(declaredBy)) {
        if (meanings.has(name)) return file;
        meanings.set(name, file);
      }
    for (const file of this.#together)
      for (const { local, to } of this.fileAt(file).links) {
        if (local === '*') continue;
        if (this.#together.has(to.file)) {
          if (to.name !== local) return file; // the other's name for it is not there
          continue;
        }
        if ((meanings.get(local) ?? to.file) !== to.file) return file;
        meanings.set(local, to.file);
      }
    return null;
  }

  /** The links of all parts of a file as source text, with one line for each file that they lead to. */
  #linksFrom(here: string, parts: readonly string[]): readonly string[] {
    const lines = new Map<string, Set<string>>();
    const add = (keyword: string, there: string, names: readonly string[]) => {
      const line = `${keyword} { , } from "${specifierFrom(here, there)}";`;
      lines.set(line, new Set([...(lines.get(line) ?? []), ...names]));
    };
    const links = parts.flatMap((file) => this.fileAt(file).links);
    const outward = links.filter(({ to }) => this.#fileOf(to.file) !== here);
    for (const { keyword, local, to } of outward)
      if (local !== '*' && to.name !== '*')
        add(keyword, this.#fileOf(to.file), [to.name === local ? local : `${to.name} as ${local}`]);
    // A name that is exported by itself counts more than one of `export *`.
    const byThemselves = new Set([...lines.values()].flatMap((names) => [...names]));
    for (const { keyword, local, to } of outward) {
      const there = this.#fileOf(to.file);
      const as = local === '*' ? '' : ` as ${local}`;
      if (to.name !== '*') continue;
      if (there === to.file || as)
        lines.set(`${keyword} *${as} from "${specifierFrom(here, there)}";`, new Set());
      else {
        const all = this.fileAt(to.file).resolveExported('*', this.fileAt);
        add(
          keyword,
          there,
          all.map(({ name }) => name).filter((name) => !byThemselves.has(name)),
        );
      }
    }
    return Array.from(lines, ([line, names]) => line.replace(' , ', ` ${[...names].join(', ')} `));
  }
}
