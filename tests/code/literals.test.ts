/** The language itself reads back every text in a program. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as literals from '../../src/code/literals.ts';
import type { LiteralWriter } from '../../src/code/literals.ts';
import { dice } from '../support/dice.ts';
import { proved, proving } from '../support/prove.ts';
import { hostileText } from './corpus.ts';
import { execute, isHere, write } from './toolchains.ts';
import type { CodeLanguageId } from '../../src/code/languages/index.ts';

interface Reader {
  readonly id: CodeLanguageId;
  readonly literal: LiteralWriter;
  /** A program that writes the texts, one after another, into the file `out` as UTF-8. */
  readonly program: (literals: readonly string[]) => string;
  readonly file: string;
  readonly commands: readonly (readonly string[])[];
}

const lines = (all: readonly string[], line: (literal: string) => string): string => all.map(line).join('\n');

const readers: readonly Reader[] = [
  {
    id: 'javascript',
    literal: literals.ecmascript,
    program: (all) =>
      `import fs from 'node:fs';\nfs.writeFileSync('out', [\n${all.join(',\n')}\n].join(''));\n`,
    file: 'read.mjs',
    commands: [[process.execPath, 'read.mjs']],
  },
  {
    id: 'curl',
    literal: literals.bash,
    program: (all) => `{\n${lines(all, (each) => `printf %s ${each}`)}\n} > out\n`,
    file: 'read.sh',
    commands: [['bash', 'read.sh']],
  },
  {
    id: 'python',
    literal: literals.python,
    program: (all) => `open('out', 'wb').write(''.join([\n${all.join(',\n')}\n]).encode())\n`,
    file: 'read.py',
    commands: [['python3', 'read.py']],
  },
  {
    id: 'go',
    literal: literals.go,
    program: (all) =>
      `package main\nimport ("os"; "strings")\nfunc main() {\nos.WriteFile("out", []byte(strings.Join([]string{\n${all.join(',\n')},\n}, "")), 0o600)\n}\n`,
    file: 'read.go',
    commands: [['go', 'run', 'read.go']],
  },
  {
    id: 'ruby',
    literal: literals.ruby,
    program: (all) => `File.binwrite('out', [\n${all.join(',\n')}\n].join)\n`,
    file: 'read.rb',
    commands: [['ruby', 'read.rb']],
  },
  {
    id: 'php',
    literal: literals.php,
    program: (all) => `<?php\nfile_put_contents('out', implode('', [\n${all.join(',\n')}\n]));\n`,
    file: 'read.php',
    commands: [['php', 'read.php']],
  },
  {
    id: 'java',
    literal: literals.java,
    program: (all) =>
      `import java.nio.file.*;\npublic class Read { public static void main(String[] args) throws Exception {\nvar out = new StringBuilder();\n${lines(all, (each) => `out.append(${each});`)}\nFiles.write(Path.of("out"), out.toString().getBytes("UTF-8"));\n} }\n`,
    file: 'Read.java',
    commands: [
      ['javac', '-encoding', 'US-ASCII', 'Read.java'],
      ['java', '-cp', '.', 'Read'],
    ],
  },
  {
    id: 'csharp',
    literal: literals.csharp,
    program: (all) =>
      `class Read { static void Main() {\nvar all = new[] {\n${all.join(',\n')}\n};\nSystem.IO.File.WriteAllText("out", string.Concat(all), new System.Text.UTF8Encoding(false));\n} }\n`,
    file: 'Read.cs',
    commands: [
      ['mcs', 'Read.cs'],
      ['mono', 'Read.exe'],
    ],
  },
];

/** What the gate reads: the commonly used planes. The long form reads all. */
const lastPoint = proving ? 0x10ffff : 0x1ffff;

/** All code points, 256 in a text, and texts that are dangerous in some language. */
function everything(from: number): string[] {
  const texts: string[] = [];
  for (let start = 0; start <= lastPoint; start += 256) {
    if (start >= 0xd800 && start < 0xe000) continue;
    const points = Array.from({ length: 256 }, (_, at) => start + at).filter((point) => point >= from);
    texts.push(String.fromCodePoint(...points));
  }
  const random = dice('hostile texts');
  return [...texts, ...Array.from({ length: 1000 }, () => hostileText(random))];
}

describe.each(readers.filter(({ id }) => proving || id === 'javascript'))('$id', (reader) => {
  const here = isHere(reader.id);
  if (!here) proved(`The string literals of ${reader.id}: not run, the machine lacks it`);

  test.skipIf(!here)('a literal is the text that it was written for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'svc-literals-'));
    try {
      // bash cannot hold U+0000.
      const texts = everything(reader.id === 'curl' ? 1 : 0);
      await write(folder, { [reader.file]: reader.program(texts.map(reader.literal)) });
      for (const command of reader.commands) await execute(command, folder);
      const read = await readFile(path.join(folder, 'out'), 'utf8');
      const written = texts.join('');
      if (read !== written) {
        const at = Array.from(written).findIndex((character, place) => character !== Array.from(read)[place]);
        expect.fail(`differs from character ${at} on`);
      }
      if (proving) proved(`The string literals of ${reader.id}: every code point is read back`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('invisible characters are written as escapes', () => {
    for (const unseen of ['\u202e', '\u2066', '\u200b', '\u0000', '\u00a0', '\u2028'])
      if (unseen !== '\u0000' || reader.id !== 'curl')
        expect(reader.literal(`a${unseen}b`)).toMatch(/^[ -~]+$/);
  });
});
