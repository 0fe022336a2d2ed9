import { admissionRules } from './admission/index.ts';
import { families } from './endpoints/index.ts';
import { composePlatform } from './platform.ts';
import type { Platform, PlatformOptions } from './platform.ts';
import { openSnapshot } from './state/open-snapshot.ts';

/**
 * Makes a platform, by default of every family of endpoints, and continues from snapshots of every release, which may come
 * from anybody. Throws as `composePlatform` and `openSnapshot` do.
 */
export const createPlatform = ({ snapshot, ...options }: PlatformOptions = {}): Platform =>
  composePlatform({
    families,
    ...options,
    ...(snapshot !== undefined && {
      snapshot: openSnapshot(snapshot, undefined, admissionRules(options.families)),
    }),
  });
