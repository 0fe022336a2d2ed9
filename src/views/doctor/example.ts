import { utf8 } from '../../../worker/api.ts';
import type { Credential } from '../../../worker/api.ts';
import { writeCurl } from '../../curl/write.ts';
import type { Doctor } from '../../doctor/loaded.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** A request of this platform that was signed with one mistake. */
export interface Example {
  /** The id of the mistake. */
  readonly id: string;
  readonly title: string;
  /** A sentence. */
  readonly cause: string;
  readonly method: string;
  readonly path: string;
  /** Signs it at the current time, and writes it as a curl command. */
  readonly write: () => string;
}

type Signer = Extract<Credential, { kind: 'oauth1' }>;

interface Case {
  readonly mistake: string;
  readonly path: string;
  readonly query?: (signer: Signer) => string;
  readonly json?: string;
}

/** In each of these requests, the mistake gives a signature that no other mistake gives. */
const cases: readonly Case[] = [
  { mistake: 'query-left-out', path: '/2/users/by', query: ({ username }) => `usernames=${username}` },
  {
    mistake: 'space-as-plus',
    path: '/2/posts/search/recent',
    query: () => 'query=%22harbour%20~%20lights%22',
  },
  {
    mistake: 'encoded-thrice',
    path: '/2/users/by',
    query: ({ username }) => `usernames=${username}%2Cjonas_berg`,
  },
  { mistake: 'json-body-included', path: '/2/posts', json: '{"text":"Signed with its body"}' },
  { mistake: 'secrets-swapped', path: '/2/users/me' },
  { mistake: 'scheme-swapped', path: '/2/users/me', query: () => 'expansions=pinned_post_id' },
];

/** The examples that a user's token can sign; empty while no token is kept. */
export function examplesOf(session: PageSession, doctor: Doctor): Example[] {
  const signer = session.world.vault.find((each) => each.kind === 'oauth1');
  if (signer?.kind !== 'oauth1') return [];
  return cases.flatMap((each) => {
    const known = doctor.mistakes.find(({ id }) => id === each.mistake);
    if (!known) return [];
    const { id, title, cause } = known;
    const method = each.json === undefined ? 'GET' : 'POST';
    const write = () => written(session, doctor, signer, { ...each, method });
    return [{ id, title, cause: `${cause}.`, method, path: each.path, write }];
  });
}

function written(
  session: PageSession,
  doctor: Doctor,
  signer: Signer,
  { mistake, path, query, json, method }: Case & Pick<Example, 'method'>,
): string {
  const { now } = session.clock;
  const url = `${session.greeting.baseUrl}${path}${query ? `?${query(signer)}` : ''}`;
  const headers: [string, string][] = json === undefined ? [] : [['Content-Type', 'application/json']];
  const request = { method, url, headers, ...(json !== undefined && { body: utf8(json) }) };
  const drawn = { nonce: nonceOf(`${mistake}${now}`), timestamp: Math.floor(now / 1000) };
  const authorization = doctor.signMistaken(request, signer, drawn, mistake);
  if (authorization === null) return '';
  const call = { ...request, headers: [...headers, ['Authorization', authorization] as const] };
  const curl = writeCurl({ ...call, body: json ?? null }, 'bash');
  return 'text' in curl ? curl.text : '';
}

/** Base64 with + and / in it, as many clients generate it. It makes the encoding of the header matter. */
const nonceOf = (seed: string): string => btoa(`\xfb\xff${seed}`);
