import { decodeForm, encodeForm, header, isRecord, splitUrl, text } from '../../../../worker/api.ts';
import type {
  AppView,
  Credential,
  EndpointDescription,
  EndpointOutline,
  HttpRequest,
  Sent,
} from '../../../../worker/api.ts';
import type { CallCredential } from '../../../call/call-key.ts';
import type { Making } from './making.ts';
import type { Throwaway } from './throwaway.ts';

/** The call to break, and its surroundings that a break may use. */
export interface Call {
  readonly message: HttpRequest;
  /** The credential of its Authorization header; null if a person wrote the header, or there is none. */
  readonly credential: CallCredential | null;
  /** The parts of the message. */
  readonly making: Making;
  /** null if it reaches no endpoint. */
  readonly target: EndpointDescription | null;
  readonly endpoints: readonly EndpointOutline[];
  /** Epoch milliseconds on the platform's clock. */
  readonly now: number;
  /** The nonce and timestamp of a new signature. They stay the same until the call is sent. */
  readonly fresh: { readonly nonce: string; readonly timestamp: number };
  /** The App in use. */
  readonly app: AppView | null;
  readonly apps: readonly AppView[];
  readonly vault: readonly Credential[];
  /** Earlier answers to this call, newest first. */
  readonly answered: readonly Sent[];
  /** What was made for the breaks that need it; before that, a placeholder. */
  readonly throwaway: Throwaway;
}

/** Whether the call reaches an API whose `errors` have problem fields, and which refuses unknown parameters. */
export const isStrict = ({ target }: Call): boolean => ['v2', 'ads', 'catalog'].includes(target?.api ?? '');

/** Endpoints that authenticate a client, with their own checks of credentials (choice: pkce-errors). */
export const isGrant = (target: EndpointDescription | null): boolean =>
  target?.auth.includes('client') ?? false;

export const isPage = ({ target }: Call): boolean =>
  target?.auth.some((kind) => kind === 'session' || kind === 'visitor') ?? false;

/**
 * Whether its path names a webhook. Any that is not the App's own is refused in the same way (choice: webhook-errors).
 */
export const namesWebhook = ({ target }: Call): boolean => target?.path.includes('/:webhook_id') ?? false;

/** Epoch seconds: those of the draft if they are close to now, so that a person sees the offset. */
export const aboutNow = (timestamp: number, now: number): number =>
  Math.abs(timestamp - now / 1000) <= 120 ? timestamp : Math.floor(now / 1000);

export const queryOf = ({ url }: HttpRequest): [string, string][] => decodeForm(splitUrl(url)?.query ?? '');

export function withQuery(request: HttpRequest, pairs: readonly (readonly [string, string])[]): HttpRequest {
  const search = encodeForm(pairs);
  return { ...request, url: request.url.replace(/\?.*$/s, '') + (search && `?${search}`) };
}

/** Sets one parameter of the query in its place; null removes it. */
export function setQuery(request: HttpRequest, name: string, value: string | null): HttpRequest {
  const pairs = queryOf(request);
  const at = pairs.findIndex(([each]) => each === name);
  const rest = pairs.filter(([each]) => each !== name);
  if (value === null) return withQuery(request, rest);
  return withQuery(request, at < 0 ? [...rest, [name, value]] : rest.toSpliced(at, 0, [name, value]));
}

export const bodyText = ({ body }: HttpRequest): string => (body ? text(body) : '');

export const typeOf = ({ headers }: HttpRequest): string => header(headers, 'content-type') ?? '';

export const isForm = (request: HttpRequest): boolean =>
  typeOf(request).startsWith('application/x-www-form-urlencoded');

/** The JSON object of the body; null for any other body. */
export function jsonOf(request: HttpRequest): Readonly<Record<string, unknown>> | null {
  if (!typeOf(request).startsWith('application/json')) return null;
  try {
    const value: unknown = JSON.parse(bodyText(request));
    return isRecord(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
