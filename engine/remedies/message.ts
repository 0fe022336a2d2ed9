/** What fixes a message that the platform could not take: its URL, method, type or size. */
import { itemAt } from '../checked/known.ts';
import { header } from '../http/messages.ts';
import { splitUrl } from '../http/url.ts';
import { changeText, none, put, useValue } from './act.ts';
import type { Act } from './act.ts';
import { withPath } from './case.ts';
import type { Case } from './case.ts';
import { distance } from '../checked/nearest.ts';

/** A URL without a scheme, or with one other than http or https. */
export function readableUrl({ exchange: { request }, bases }: Case): Act {
  const url = `https://${request.url.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/*/i, '')}`;
  const isOurs = Object.values(bases).some((base) => url === base || url.startsWith(`${base}/`));
  return isOurs && splitUrl(url) ? put('url', url) : changeText('url');
}

export const secureUrl = ({ exchange: { request } }: Case): Act =>
  put('url', request.url.replace(/^http:/i, 'https:'));

/** A path that is similar to a served one, or that another host serves. */
export function servedUrl(about: Case): Act {
  const { url, exchange, routes, endpoint } = about;
  if (!url) return changeText('url');
  // The path is served, but the secret in it is not known (choice: compliance-jobs).
  if (endpoint)
    return none('The address ends with a secret, and this one is not valid: copy the address from its job.');
  const served = routes.flatMap((route) => {
    const found = route.paths.map((path) => near(path, url.path)).filter((each) => each !== null);
    return found.map((each) => ({ ...each, route, isMethod: route.method === exchange.request.method }));
  });
  const [first, second] = served.sort((a, b) => a.far - b.far || Number(b.isMethod) - Number(a.isMethod));
  const isAlone = first && (first.path === second?.path || first.far !== second?.far);
  if (!isAlone) return none('No endpoint has a path like this one: choose one from the list.');
  return put('url', withPath(about.bases[first.route.api.host], first.path, url));
}

/** The path that the caller probably meant by this pattern, with the parameters as sent; null when it is too different. */
function near(pattern: string, path: string): { readonly path: string; readonly far: number } | null {
  const wanted = pattern.split('/').slice(1);
  const under = path.replace(/\/+$/, '').split('/').slice(1);
  // A missing or wrong version counts as one step.
  const attempts = [under, [itemAt(wanted, 0), ...under], [itemAt(wanted, 0), ...under.slice(1)]];
  const found = attempts.flatMap((steps, at) => {
    if (steps.length !== wanted.length) return [];
    let far = at === 0 ? 0 : 1;
    for (const [place, step] of wanted.entries()) {
      const given = itemAt(steps, place);
      if (step.startsWith(':')) far += given === '' ? Infinity : 0;
      else far += distance(given.toLowerCase().slice(0, 80), step) + (given === step ? 0 : 0.1);
    }
    const fixed = wanted.map((step, place) => (step.startsWith(':') ? itemAt(steps, place) : step));
    return far <= 2.5 ? [{ path: `/${fixed.join('/')}`, far }] : [];
  });
  return found.sort((a, b) => a.far - b.far)[0] ?? null;
}

/** The only method of the path, for a call with a body or without one. */
export function rightMethod(about: Case): Act {
  const { exchange, url } = about;
  const { method, body, headers } = exchange.request;
  const allowed = (header(responseHeaders(about), 'allow') ?? '').split(', ');
  const shouted = method.trim().toUpperCase();
  if (allowed.includes(shouted)) return put('method', shouted);
  const methods = allowed.filter((each) => each !== 'HEAD' && each !== 'OPTIONS');
  const hasBody = Boolean(body?.length) || header(headers, 'content-type') !== undefined;
  const fitting = methods.filter((each) => (each === 'POST' || each === 'PUT') === hasBody);
  const [only, ...others] = fitting.length > 0 ? fitting : methods;
  return only && others.length === 0 && url ? put('method', only) : changeText('method');
}

const responseHeaders = ({ exchange: { outcome } }: Case): readonly (readonly [string, string])[] =>
  'headers' in outcome ? outcome.headers : [];

/** A bug of ours, or a part of the platform that could not be loaded. */
export const fault = ({ line }: Case): Act =>
  none(
    line.reason === 'partMissing'
      ? 'A part of the platform could not be loaded from the server: send again when it can be reached.'
      : 'This is a fault of the platform: no change of the call fixes it.',
  );

/** The expected content type, or no content encoding. */
export function rightType({ exchange: { request }, endpoint }: Case): Act {
  if (header(request.headers, 'content-encoding') !== undefined)
    return useValue({ field: 'header.content-encoding', value: null });
  const isForm = endpoint?.body?.format === 'form' || endpoint?.auth[0] === 'client';
  return put('header.content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json');
}
