/** What mends a message that the platform could not take: its address, its method, its type, its size. */
import { itemAt } from '../checked/known.ts';
import { header } from '../http/messages.ts';
import { splitUrl } from '../http/url.ts';
import { changeText, none, put, useValue } from './act.ts';
import type { Act } from './act.ts';
import { withPath } from './case.ts';
import type { Case } from './case.ts';
import { distance } from '../checked/nearest.ts';

/** An address that lacks its scheme, or has one that is not the web's. */
export function readableUrl({ exchange: { request }, bases }: Case): Act {
  const url = `https://${request.url.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/*/i, '')}`;
  const isOurs = Object.values(bases).some((base) => url === base || url.startsWith(`${base}/`));
  return isOurs && splitUrl(url) ? put('url', url) : changeText('url');
}

export const secureUrl = ({ exchange: { request } }: Case): Act =>
  put('url', request.url.replace(/^http:/i, 'https:'));

/** A path that is nearly one that is served, or one that is served elsewhere. */
export function servedUrl(about: Case): Act {
  const { url, exchange, routes, endpoint } = about;
  if (!url) return changeText('url');
  // The path is one that is served, and what it names opens nothing (choice: compliance-jobs).
  if (endpoint)
    return none('The address ends with a secret, and this one opens nothing: copy it as its job has it.');
  const served = routes.flatMap((route) => {
    const found = route.paths.map((path) => near(path, url.path)).filter((each) => each !== null);
    return found.map((each) => ({ ...each, route, isMethod: route.method === exchange.request.method }));
  });
  const [first, second] = served.sort((a, b) => a.far - b.far || Number(b.isMethod) - Number(a.isMethod));
  const isAlone = first && (first.path === second?.path || first.far !== second?.far);
  if (!isAlone) return none('No endpoint has a path like this one: choose one from the list.');
  return put('url', withPath(about.bases[first.route.api.host], first.path, url));
}

/** The path that a pattern was nearly given with, parameters as they are; null when it is another one. */
function near(pattern: string, path: string): { readonly path: string; readonly far: number } | null {
  const wanted = pattern.split('/').slice(1);
  const under = path.replace(/\/+$/, '').split('/').slice(1);
  // The version left out or mistaken is a step by itself.
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

/** The one method that the path has, for a call with a body or without one. */
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

/** Our bug; or a part of the platform did not arrive. */
export const fault = ({ line }: Case): Act =>
  none(
    line.reason === 'partMissing'
      ? 'A part of the platform could not be loaded from the server: send again when it can be reached.'
      : 'This is a fault of the platform: nothing in the call mends it.',
  );

/** The type that is expected, or no encoding. */
export function rightType({ exchange: { request }, endpoint }: Case): Act {
  if (header(request.headers, 'content-encoding') !== undefined)
    return useValue({ field: 'header.content-encoding', value: null });
  const isForm = endpoint?.body?.format === 'form' || endpoint?.auth[0] === 'client';
  return put('header.content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json');
}
