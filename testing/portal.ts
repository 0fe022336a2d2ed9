/** The portal for tests: results that must be good, and an App with what was shown of it. */
import type { AppView, Made, Platform, Shown } from '../engine/inside.ts';

/** The result, which must be good. */
export function must<R extends { ok: boolean }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<R, { ok: true }>;
}

export const made = <T>(result: Made<T>): T => must(result).made;

export type ShownOf<K extends Shown['kind']> = Extract<Shown, { kind: K }>;

/** The credential of this kind among those shown. */
export function shownOf<K extends Shown['kind']>(kind: K, list: readonly Shown[] = []): ShownOf<K> {
  const found = list.find((each) => each.kind === kind);
  if (!found) throw new Error(`No ${kind} was shown`);
  return found as ShownOf<K>;
}

export interface NewApp {
  readonly app: AppView;
  readonly keys: ShownOf<'basic'>;
  readonly bearer: string;
}

/** A new App with its first keys. */
export async function newApp(platform: Platform, name: string, projectId: string | null): Promise<NewApp> {
  const result = await platform.do('portal.createApp', name, projectId);
  return {
    app: made(result),
    keys: shownOf('basic', result.shown),
    bearer: shownOf('app', result.shown).bearer_token,
  };
}

export const appNamed = (platform: Platform, name: string): AppView =>
  platform.portal.apps().find((app) => app.name === name)!;
