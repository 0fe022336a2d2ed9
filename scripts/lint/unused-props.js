/**
 * A prop that a component declares and does not take. `svelte/no-unused-props` would need types for it; the names in the
 * destructuring and in its type, which is in the same file, are enough.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const unusedProps = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unused: 'The prop {{name}} is declared and not taken. Remove it from the type, or use it.' },
  },
  create(context) {
    const declared = new Map();
    return {
      TSInterfaceDeclaration: ({ id, body }) => declared.set(id.name, body.body),
      TSTypeAliasDeclaration: ({ id, typeAnnotation }) => declared.set(id.name, typeAnnotation.members),
      'VariableDeclarator[id.type="ObjectPattern"][init.callee.name="$props"]:exit'({ id }) {
        const type = id.typeAnnotation?.typeAnnotation;
        const members = type?.members ?? declared.get(type?.typeName?.name) ?? [];
        if (id.properties.some((property) => property.type === 'RestElement')) return;
        const taken = id.properties.map(({ key }) => key.name ?? key.value);
        for (const { key } of members) {
          const name = key?.name ?? key?.value;
          if (name !== undefined && !taken.includes(name))
            context.report({ node: key, messageId: 'unused', data: { name } });
        }
      },
    };
  },
};
