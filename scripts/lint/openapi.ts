/** Lints an OpenAPI document: with the recommended rules of Redocly, and for missing descriptions. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Oas3Rule } from '@redocly/openapi-core';

/** Every property of a schema needs a description. */
const memberDescription: Oas3Rule = () => ({
  SchemaProperties: {
    enter(members: Readonly<Record<string, { readonly description?: string }>>, context) {
      for (const [name, { description }] of Object.entries(members))
        if (!description)
          context.report({
            message: `The property \`${name}\` has no description.`,
            location: context.location.child([name]),
          });
    },
  },
});

const config = await createConfig({
  extends: ['recommended'],
  plugins: [{ id: 'svc', rules: { oas3: { 'member-description': memberDescription } } }],
  rules: {
    'operation-description': 'error',
    'parameter-description': 'error',
    'svc/member-description': 'error',
  },
});

/** What is wrong with a document, one line each: the rule, where it is as a JSON pointer, and the message. */
export async function lintOpenapi(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''} ${message}`,
  );
}
