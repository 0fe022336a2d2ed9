import { families } from './endpoints/index.ts';
import { composePlatform } from './platform.ts';
import type { Platform, PlatformOptions } from './platform.ts';

/** Makes a platform, by default of every family of endpoints. Throws as `composePlatform` does. */
export const createPlatform = (options: PlatformOptions = {}): Platform =>
  composePlatform({ families, ...options });
