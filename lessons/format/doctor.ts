/** The Signature doctor, for the lessons that use it. */
import { header, loadDoctor, readAuthorization } from '../../engine/inside.ts';
import type { Credential, Exchange, HttpRequest } from '../../engine/inside.ts';

export interface Examined {
  /** The ids of the mistakes that each explain the signature; none if the doctor finds no explanation. */
  readonly mistakes: readonly string[];
  /** The answer in one or two sentences. */
  readonly summary: string;
}

export interface Doctor {
  /** The error in a call's signature; null if nothing was signed, or the secrets are unknown. */
  readonly examine: (exchange: Exchange) => Examined | null;
  /** The mistake that turns the correct base string of a request into this one; null if none is known. */
  readonly reasonOf: (
    request: HttpRequest,
    authorization: string,
    baseString: string,
  ) => { readonly title: string; readonly cause: string } | null;
}

/** `vault`: the person's secrets. */
export async function openDoctor(vault: readonly Credential[]): Promise<Doctor> {
  const { diagnose, comparePrinted } = await loadDoctor();
  const known = new WeakMap<Exchange, Examined | null>();

  function examine({ request, at }: Exchange): Examined | null {
    const authorization = header(request.headers, 'authorization') ?? '';
    const secrets = secretsFor(authorization, vault);
    if (!secrets) return null;
    const { explanations, summary } = diagnose({
      ...request,
      ...secrets,
      authorization,
      context: { now: at },
    });
    const mistakes = explanations.flatMap((each) =>
      each.mistakes.length === 1 ? each.mistakes.map(({ id }) => id) : [],
    );
    return { mistakes, summary };
  }

  return {
    examine(exchange) {
      const before = known.get(exchange);
      if (before !== undefined) return before;
      const examined = examine(exchange);
      known.set(exchange, examined);
      return examined;
    },
    reasonOf(request, authorization, baseString) {
      const input = { ...request, authorization, consumer_secret: '', token_secret: '' };
      const reasons = comparePrinted(input, { baseString })?.baseString.reasons ?? [];
      const [found] = reasons.find((each) => each.length === 1) ?? [];
      return found ? { title: found.title, cause: found.cause } : null;
    },
  };
}

function secretsFor(authorization: string, vault: readonly Credential[]) {
  const read = readAuthorization(authorization);
  if (read.scheme !== 'OAuth') return null;
  const given = new Map(read.parameters);
  const signer = vault.findLast(
    (each) =>
      each.kind === 'oauth1' &&
      each.consumer_key === given.get('oauth_consumer_key') &&
      each.oauth_token === given.get('oauth_token'),
  );
  if (signer?.kind !== 'oauth1') return null;
  return { consumer_secret: signer.consumer_secret, token_secret: signer.oauth_token_secret };
}
