import { localBase } from '../../../code/call.ts';
import { clientSecret, consumerSecret } from '../../../code/flow/flow.ts';
import type { FlowProgram } from '../../../code/flow/flow.ts';
import type { Memory } from '../app.ts';
import type { Flow } from '../flows.ts';

/** The flow as a program that runs it alone, with the same App, callback and scopes. */
export function programOf(
  flow: Flow,
  memory: Pick<
    Memory,
    'consumer_key' | 'consumer_secret' | 'client_id' | 'client_secret' | 'callback' | 'scopes' | 'username'
  >,
): FlowProgram {
  const { consumer_key: key, client_secret, callback, username } = memory;
  const base = localBase;
  const variables = [{ name: consumerSecret, value: memory.consumer_secret }];
  if (flow.isOAuth1) return { flow: { kind: 'oauth1', base, key, callback, page: flow.page }, variables };
  if (flow.id === 'app-only') return { flow: { kind: 'app-only', base, key, username }, variables };
  return {
    flow: {
      ...{ kind: 'pkce', base, clientId: memory.client_id, callback, scopes: memory.scopes },
      isConfidential: client_secret !== null,
    },
    variables: client_secret === null ? [] : [{ name: clientSecret, value: client_secret }],
  };
}
