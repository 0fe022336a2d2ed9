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

/** The call that is to be broken, and what a break may take from around it. */
export interface Call {
  readonly message: HttpRequest;
  /** What its Authorization header was made with; null where a person wrote it, or nobody. */
  readonly credential: CallCredential | null;
  /** The message taken apart. */
  readonly making: Making;
  /** null where it reaches no endpoint. */
  readonly target: EndpointDescription | null;
  readonly endpoints: readonly EndpointOutline[];
  /** Epoch milliseconds on the platform's clock. */
  readonly now: number;
  /** What a signature of its own would take; it stays the same until the call is sent. */
  readonly fresh: { readonly nonce: string; readonly timestamp: number };
  /** The App in use. */
  readonly app: AppView | null;
  readonly apps: readonly AppView[];
  readonly vault: readonly Credential[];
  /** What was answered to this call before, newest first. */
  readonly answered: readonly Sent[];
  /** What was made for the breaks that need it; until then something that only looks like it. */
  readonly throwaway: Throwaway;
}

/** Whether the call reaches an API that has `errors` with problem fields, and refuses parameters that it does not know. */
export const isStrict = ({ target }: Call): boolean => ['v2', 'ads', 'catalog'].includes(target?.api ?? '');

/** The endpoints where a client proves itself, whose credentials are looked at in their own way (choice: pkce-errors). */
export const isGrant = (target: EndpointDescription | null): boolean =>
  target?.auth.includes('client') ?? false;

export const isPage = ({ target }: Call): boolean =>
  target?.auth.some((kind) => kind === 'session' || kind === 'visitor') ?? false;

/** Whether its path names a webhook: any that is not the App's own is refused in one way (choice: webhook-errors). */
export const namesWebhook = ({ target }: Call): boolean => target?.path.includes('/:webhook_id') ?? false;

/** Epoch seconds: those of the draft where they are about now, so that one sees what they are off by. */
export const aboutNow = (timestamp: number, now: number): number =>
  Math.abs(timestamp - now / 1000) <= 120 ? timestamp : Math.floor(now / 1000);

export const queryOf = ({ url }: HttpRequest): [string, string][] => decodeForm(splitUrl(url)?.query ?? '');

export function withQuery(request: HttpRequest, pairs: readonly (readonly [string, string])[]): HttpRequest {
  const search = encodeForm(pairs);
  return { ...request, url: request.url.replace(/\?.*$/s, '') + (search && `?${search}`) };
}

/** Sets one parameter of the query, at its place; null takes it out. */
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
