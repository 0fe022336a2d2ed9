/** Documents name files that exist, and every decision is in the index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const markdown = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name));

const documents = [...markdown('.'), ...markdown('docs'), ...markdown('decisions')];

/** Targets of links to files, and paths in code marks that begin at the root of the repository. */
function* namedIn(file: string): Generator<string> {
  const text = readFileSync(file, 'utf8');
  for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
    yield path.posix.join(path.posix.dirname(file), target!);
  for (const [, target] of text.matchAll(
    /`((?:engine|worker|src|tests|testing|scripts|docs|decisions)\/[\w./-]+)`/g,
  ))
    yield target!;
}

describe.each(documents)('%s', (file) => {
  test('names files and folders that exist', () => {
    expect([...namedIn(file)].filter((target) => !existsSync(target))).toEqual([]);
  });
});

test('the index of decisions lists every decision once, under its own title', () => {
  const index = readFileSync('decisions/README.md', 'utf8');
  const listed = [...index.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, file]) => `${file} ${title}`);
  const own = markdown('decisions')
    .filter((file) => file !== 'decisions/README.md')
    .map((file) => `${path.posix.basename(file)} ${/^# (.*)$/m.exec(readFileSync(file, 'utf8'))![1]}`);
  expect(listed.sort()).toEqual(own.sort());
});
