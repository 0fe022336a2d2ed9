import type { Credential } from '../../../engine/inside.ts';
import { serve } from '../../../worker/server/serve.ts';
import type { Group } from './check.ts';
import { click, see } from './seeing.ts';

const status = { role: { css: 'footer' } } as const;

export const served: Group = {
  title: 'the page of a local server',
  leftOut: [
    {
      what: 'tests/e2e/served.spec.ts: a reset, axe',
      why: 'they are about the page, and not about the line to the server',
    },
  ],
  checks: [
    {
      name: 'it is attached: a call of a client is seen, a call of the page arrives, and a server that stops is missed',
      // Each engine has its own message for an unreachable server.
      expects: /./,
      async run({ browser }) {
        const server = await serve({ port: 0, scenario: 'small', site: 'dist' });
        try {
          const tab = await browser.newTab();
          await tab.goto(`${server.page}#/requests`);
          await see(tab, status, `The platform runs at ${server.url}`);
          await click(tab, { role: 'button', name: 'Send' });
          await see(tab, { role: 'region', name: 'Response' }, '200 OK', '"mira_holm"');
          const app = server.credentials.find(
            (each): each is Extract<Credential, { kind: 'app' }> => each.kind === 'app',
          );
          const headers = { authorization: `Bearer ${app?.bearer_token}` };
          await fetch(`${server.url}/2/users/by/username/mira_holm`, { headers });
          await tab.goto(`${server.page}#/activity`);
          await see(
            tab,
            { role: { css: '[role=listbox]' } },
            '/2/users/me',
            '/2/users/by/username/mira_holm',
          );
          await server.close();
          await see(tab, status, `The server at ${server.url} stopped.`);
        } finally {
          await server.close();
        }
      },
    },
  ],
};
