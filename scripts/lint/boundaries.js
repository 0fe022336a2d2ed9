import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

const nodeModules = builtinModules.map((name) => `node:${name}`);

/**
 * Which folder may import what. Paths are resolved first, however they are written. Every form of import counts:
 * static, dynamic, re-export, type, and `new URL('…', import.meta.url)`.
 */
export const zones = {
  engine: {
    folders: ['engine/'],
    packages: ['@internationalized/date', '@noble/hashes', 'js-yaml', 'papaparse', 'saxes'],
    instead:
      'The engine imports nothing beyond itself: what it needs of its surroundings comes in by PlatformOptions.',
  },
  worker: {
    folders: ['worker/', 'lessons/', 'engine/inside.ts', 'engine/declaration/checks.ts'],
    packages: ['comlink', 'dexie', '#lesson-starts'],
    instead:
      'The worker knows the engine by engine/inside.ts, and no page: what a page needs is part of worker/api.ts.',
  },
  'worker/server': {
    folders: ['worker/server/', 'worker/attached/', 'worker/host/', 'engine/inside.ts'],
    packages: nodeModules,
    instead:
      'The server has Node, and of the worker its host and what attaches pages to it. A tab knows nothing of it.',
  },
  lessons: {
    folders: ['lessons/', 'testing/', 'engine/inside.ts'],
    packages: [],
    instead:
      'A lesson knows the engine by engine/inside.ts, and goes through its steps by what testing/ has.',
  },
  src: {
    folders: ['src/', 'worker/api.ts', 'lessons/index.ts'],
    packages: [
      '@internationalized/date',
      '@tanstack/virtual-core',
      'bits-ui',
      'monaco-editor',
      'svelte',
      'uplot',
      '#clauses',
      '#embed-script',
      '#manual',
      '#reference',
    ],
    instead: 'The page reaches the platform through worker/api.ts only; let that export what is missing.',
  },
  'src/element': {
    folders: ['src/element/'],
    packages: [],
    instead: 'The element is loaded by pages of others: it depends on nothing.',
  },
};

/**
 * The order of the folders inside `engine/`, from the bottom up: what each may import besides itself. No folder
 * imports one above it, so there are no cycles (tests/ground/engine-order.test.ts).
 */
const engineOrder = JSON.parse(readFileSync(new URL('engine-order.json', import.meta.url), 'utf8'));

/** The folder of a path in `engine/`, or the file itself at the top level. */
const roomOf = (file) => file.split('/')[1];

/** @type {import('eslint').Rule.RuleModule} */
export const boundaries = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      crossed: '{{zone}}/ may not import {{target}}. {{instead}}',
      up: 'engine/{{room}}/ may not import {{target}}: it may import {{allowed}}. The order is in scripts/lint/engine-order.json.',
    },
  },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const name =
      Object.keys(zones).find((zone) => zone.includes('/') && file.startsWith(`${zone}/`)) ??
      file.split('/')[0];
    const zone = zones[name];
    if (zone === undefined) return {};

    function check(source) {
      if (typeof source?.value !== 'string') return;
      const target = resolve(file, source.value);
      if (allows(zone, target)) {
        const [room, other] = [roomOf(file), roomOf(target)];
        const allowed = name === 'engine' && target.startsWith('engine/') ? engineOrder[room] : undefined;
        // The top-level files, platform.ts and index.ts, compose the others: only they may import each other.
        if (!allowed || room === other || allowed.includes(other)) return;
        const data = { room, target, allowed: allowed.join(', ') || 'nothing of ours' };
        context.report({ node: source, messageId: 'up', data });
        return;
      }
      context.report({
        node: source,
        messageId: 'crossed',
        data: { zone: name, target, instead: zone.instead },
      });
    }

    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal),
      'NewExpression[callee.name="URL"][arguments.1.object.type="MetaProperty"]': (node) =>
        check(node.arguments[0]),
    };
  },
};

/** A path from the repository's root, or a package's name as written. */
function resolve(file, source) {
  const bare = source.replace(/(?<=.)[?#].*$/, '');
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(file), bare) : bare;
}

function allows(zone, target) {
  const { folders, packages } = zone;
  return (
    folders.some((folder) => (folder.endsWith('/') ? target.startsWith(folder) : target === folder)) ||
    packages.some((name) => target === name || target.startsWith(`${name}/`))
  );
}
