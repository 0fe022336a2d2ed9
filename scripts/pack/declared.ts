import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A name in a declaration file; `*` is everything that the file exports. */
export interface Name {
  readonly file: string;
  readonly name: string;
}

/** `import { name as local } from file`, or the same with `export`. A name `*` stands for all of the file. */
interface Link {
  readonly keyword: string;
  readonly local: string;
  readonly to: Name;
}

/** A declaration file, by its names. */
export class Declared {
  readonly source: ts.SourceFile;
  readonly #statements = new Map<string, ts.Statement[]>();
  readonly #imports = new Map<string, Link>();
  readonly #exports = new Map<string, Link>();
  /** `export * from file` */
  readonly #all: Link[] = [];
  readonly #used = new Set<Link>();

  constructor(readonly file: string) {
    this.source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of this.source.statements) this.#read(statement);
  }

  statementsOf(name: string): readonly ts.Statement[] {
    return this.#statements.get(name) ?? [];
  }

  /** Where a name is declared: here, or in another file that the links lead to. They are needed from then on. */
  resolve(name: string, fileAt: (file: string) => Declared): readonly Name[] {
    const here = name === '*' ? [...this.#statements.keys()] : this.#statements.has(name) ? [name] : [];
    // One that is imported may be passed on as well.
    const named = [this.#imports.get(name), this.#exports.get(name)].filter((link) => link !== undefined);
    const links =
      name === '*'
        ? [...this.#exports.values(), ...this.#all]
        : here.length > 0
          ? []
          : named.length > 0
            ? named
            : this.#all;
    const elsewhere = links.flatMap((each) => {
      const { file, name: other } = each.to;
      const found = fileAt(file).resolve(each.local === '*' ? name : other, fileAt);
      if (found.length > 0) this.#used.add(each);
      return found;
    });
    return [...here.map((each) => ({ file: this.file, name: each })), ...elsewhere];
  }

  /** The names that a declaration may need; more rather than fewer. */
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

  /** The links that were needed. */
  get links(): readonly string[] {
    return Array.from(this.#used, ({ keyword, local, to: { file, name } }) => {
      const relative = path.relative(path.dirname(this.file), file).split(path.sep).join('/');
      const from = `from "${relative.startsWith('.') ? relative : `./${relative}`}"`.replace('.d.ts', '.js');
      if (local === '*') return `${keyword} * ${from};`;
      if (name === '*') return `${keyword} * as ${local} ${from};`;
      return `${keyword} { ${name === local ? name : `${name} as ${local}`} } ${from};`;
    });
  }

  #read(statement: ts.Statement): void {
    if (ts.isImportDeclaration(statement)) this.#readImport(statement);
    else if (ts.isExportDeclaration(statement)) this.#readExport(statement);
    else
      for (const name of declaredBy(statement))
        this.#statements.set(name, [...this.statementsOf(name), statement]);
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
    return path.join(path.dirname(this.file), specifier.text.replace(/\.ts$/, '.d.ts'));
  }
}

const declaredBy = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
};
