import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A name in a declaration file; `*` is everything that the file exports. */
export interface Name {
  readonly file: string;
  readonly name: string;
}

/** `import { name as local } from file`, or the same with `export`. The name `*` means everything in the file. */
interface Link {
  readonly keyword: string;
  readonly local: string;
  readonly to: Name;
}

type FileAt = (file: string) => Declared;

/** A declaration file, by its names. */
export class Declared {
  readonly source: ts.SourceFile;
  readonly #statements = new Map<string, ts.Statement[]>();
  readonly #imports = new Map<string, Link>();
  readonly #exports = new Map<string, Link>();
  /** `export * from file` */
  readonly #all: Link[] = [];
  readonly #needed = new Set<Link>();
  /** Names declared here and visible outside. */
  readonly #exported = new Set<string>();

  constructor(readonly file: string) {
    this.source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of this.source.statements) this.#read(statement);
  }

  statementsOf(name: string): readonly ts.Statement[] {
    return this.#statements.get(name) ?? [];
  }

  /** Where a name used here is declared: here, or where the links lead. Marks the declarations as needed. */
  resolve(name: string, fileAt: FileAt): readonly Name[] {
    if (this.#statements.has(name)) return [{ file: this.file, name }];
    const link = this.#imports.get(name);
    return link ? this.#follow(link, name, fileAt) : [];
  }

  /** The same for a name that the file exports; `*` means all of them. */
  resolveExported(name: string, fileAt: FileAt): readonly Name[] {
    if (name === '*')
      return [
        ...Array.from(this.#exported, (each) => ({ file: this.file, name: each })),
        ...[...this.#exports.values(), ...this.#all].flatMap((link) => this.#follow(link, '*', fileAt)),
      ];
    if (this.#exported.has(name)) return [{ file: this.file, name }];
    const link = this.#exports.get(name);
    return (link ? [link] : this.#all).flatMap((each) => this.#follow(each, name, fileAt));
  }

  #follow(link: Link, name: string, fileAt: FileAt): readonly Name[] {
    const { local, to } = link;
    const found = fileAt(to.file).resolveExported(local === '*' ? name : to.name, fileAt);
    if (found.length > 0) this.#needed.add(link);
    return found;
  }

  /** The names that a declaration may need; too many rather than too few. */
  namesIn(statement: ts.Statement): readonly Name[] {
    const names: Name[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isImportTypeNode(node)) names.push(...this.#inline(node));
      else if (ts.isIdentifier(node)) names.push({ file: this.file, name: node.text });
      ts.forEachChild(node, visit);
    };
    visit(statement);
    return names;
  }

  /** The needed links. */
  get links(): readonly Link[] {
    return [...this.#needed];
  }

  /** The files of which a declaration needs the whole module: `typeof import('./other.ts')`. */
  modulesIn(statement: ts.Statement): readonly string[] {
    return this.namesIn(statement)
      .filter(({ name }) => name === '*')
      .map(({ file }) => file);
  }

  /** A printed declaration whose `import('./other.ts').Name` lead to where the other file's declarations are. */
  withImports(printed: string, fileOf: (file: string) => string): string {
    const here = fileOf(this.file);
    return printed.replaceAll(/import\("(\.{1,2}\/[^"]*)"\)(\.?)/g, (_, specifier: string, point: string) => {
      const there = fileOf(this.#at(specifier));
      return there === here ? '' : `import("${specifierFrom(here, there)}")${point}`;
    });
  }

  #read(statement: ts.Statement): void {
    if (ts.isImportDeclaration(statement)) this.#readImport(statement);
    else if (ts.isExportDeclaration(statement)) this.#readExport(statement);
    else
      for (const name of declaredBy(statement))
        this.#statements.set(name, [...this.statementsOf(name), statement]);
    if (isExported(statement)) for (const name of declaredBy(statement)) this.#exported.add(name);
  }

  #readImport({ moduleSpecifier, importClause }: ts.ImportDeclaration): void {
    const file = this.#target(moduleSpecifier);
    const bindings = importClause?.namedBindings;
    if (!file || !bindings) return;
    const add = (local: string, name: string) =>
      this.#imports.set(local, { keyword: 'import type', local, to: { file, name } });
    if (ts.isNamespaceImport(bindings)) add(bindings.name.text, '*');
    else for (const { name, propertyName } of bindings.elements) add(name.text, (propertyName ?? name).text);
  }

  #readExport({ moduleSpecifier, exportClause, isTypeOnly }: ts.ExportDeclaration): void {
    const file = moduleSpecifier && this.#target(moduleSpecifier);
    if (!file) return;
    const keyword = isTypeOnly ? 'export type' : 'export';
    if (!exportClause) this.#all.push({ keyword, local: '*', to: { file, name: '*' } });
    else if (ts.isNamedExports(exportClause))
      for (const { name, propertyName } of exportClause.elements)
        this.#exports.set(name.text, {
          keyword,
          local: name.text,
          to: { file, name: (propertyName ?? name).text },
        });
  }

  /** `import('./other.ts').Name` */
  #inline({ argument, qualifier }: ts.ImportTypeNode): readonly Name[] {
    const file = ts.isLiteralTypeNode(argument) ? this.#target(argument.literal) : null;
    return file ? [{ file, name: qualifier && ts.isIdentifier(qualifier) ? qualifier.text : '*' }] : [];
  }

  /** null for a package. */
  #target(specifier: ts.Node): string | null {
    if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return null;
    return this.#at(specifier.text);
  }

  #at(specifier: string): string {
    return path.join(path.dirname(this.file), specifier.replace(/\.ts$/, '.d.ts'));
  }
}

/** What a declaration file calls another. */
export function specifierFrom(file: string, other: string): string {
  const relative = path.relative(path.dirname(file), other).split(path.sep).join('/');
  return (relative.startsWith('.') ? relative : `./${relative}`).replace('.d.ts', '.js');
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** The names that a statement declares. */
export const declaredBy = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
};
