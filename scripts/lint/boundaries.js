import path from 'node:path';

/**
 * Which folder may import what. A path is checked where it resolves to, however it is written; every form of
 * import counts: static, dynamic, re-export, type, and `new URL('…', import.meta.url)`.
 */
export const zones = {
  engine: {
    folders: ['engine/'],
    packages: ['@noble/hashes', 'rou3', 'zod'],
    instead:
      'The engine imports nothing beyond itself: what it needs of its surroundings comes in by PlatformOptions.',
  },
  worker: {
    folders: ['worker/', 'engine/'],
    packages: ['comlink', 'dexie'],
    instead: 'The worker knows the engine, and no page: what a page needs is part of worker/api.ts.',
  },
  src: {
    folders: ['src/', 'worker/api.ts'],
    packages: ['monaco-editor', 'svelte'],
    instead: 'The page reaches the platform through worker/api.ts only; let that export what is missing.',
  },
  embed: {
    folders: ['embed/'],
    packages: [],
    instead: 'The embed element depends on nothing.',
  },
};

/** @type {import('eslint').Rule.RuleModule} */
export const boundaries = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { crossed: '{{zone}}/ may not import {{target}}. {{instead}}' },
  },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/');
    const name = file.split('/')[0];
    const zone = zones[name];
    if (zone === undefined) return {};

    function check(source) {
      if (typeof source?.value !== 'string') return;
      const target = resolve(file, source.value);
      if (allows(zone, target)) return;
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

/** A path from the repository's root, or a package's name as it was written. */
function resolve(file, source) {
  const bare = source.replace(/[?#].*$/, '');
  return bare.startsWith('.') ? path.posix.join(path.posix.dirname(file), bare) : bare;
}

function allows(zone, target) {
  const { folders, packages } = zone;
  return (
    folders.some((folder) => (folder.endsWith('/') ? target.startsWith(folder) : target === folder)) ||
    packages.some((name) => target === name || target.startsWith(`${name}/`))
  );
}
