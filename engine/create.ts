import { admissionRules } from './admission/index.ts';
import { families } from './endpoints/index.ts';
import { composePlatform, defaultStart } from './platform.ts';
import type { Platform, PlatformOptions } from './platform.ts';
import { scenarios } from './scenarios/index.ts';
import { openSnapshot } from './state/open-snapshot.ts';
import type { Snapshot, SnapshotBlocks } from './state/store/snapshot.ts';

/** Throws a TypeError that names the first invalid option: plain JavaScript can pass anything. */
function checkOptions({
  seed,
  baseUrl,
  adsBaseUrl,
  scenario,
  logSize,
}: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries({ seed, baseUrl, adsBaseUrl }))
    if (value !== undefined && typeof value !== 'string') throw new TypeError(`${name} is not a text`);
  if (typeof scenario === 'string' && !Object.hasOwn(scenarios, scenario))
    throw new TypeError(`scenario is not one of ${Object.keys(scenarios).join(', ')}`);
  if (logSize !== undefined && !(Number.isInteger(logSize) && Number(logSize) >= 0))
    throw new TypeError('logSize is not a whole number from 0 on');
}

/**
 * Makes a platform, by default with every family of endpoints. Accepts snapshots of every release, including untrusted
 * ones. Throws as `composePlatform` and `openSnapshot` do.
 */
export function createPlatform({ snapshot, scenario, ...options }: PlatformOptions = {}): Platform {
  checkOptions({ ...options, scenario });
  const open = (given: Snapshot | SnapshotBlocks) =>
    openSnapshot(given, undefined, admissionRules(options.families));
  if (snapshot !== undefined) return composePlatform({ families, ...options, snapshot: open(snapshot) });
  if (scenario === undefined || typeof scenario === 'string' || 'build' in scenario)
    return composePlatform({ families, ...options, ...(scenario !== undefined && { scenario }) });
  const world = scenario.begin(options.now?.() ?? defaultStart);
  return composePlatform({
    ...{ families, ...options },
    ...{ snapshot: open(world.snapshot), credentials: world.credentials },
  });
}
