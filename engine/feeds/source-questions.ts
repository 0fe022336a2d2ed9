/**
 * Questions before a feed is created: how a file begins, what a generated one would be like, and when it would be
 * fetched.
 */
import { bytes, flag, nullable, number, object, oneOf, ruled, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import type { State } from '../state/state.ts';
import { feedFormats, frequencies } from '../state/tables/catalog-words.ts';
import type { ProductFeed } from '../state/tables/catalog.ts';
import { outlookOf } from './generate/outlook.ts';
import type { GeneratedOutlook } from './generate/outlook.ts';
import { isRecipe } from './generate/recipe.ts';
import { nextRuns } from './next-runs.ts';
import type { NextRuns } from './next-runs.ts';
import { previewOf } from './preview.ts';
import type { FeedPreview } from './preview.ts';
import { isLocalTime } from './schedule.ts';
import type { Schedule } from './schedule.ts';

/** Most bytes of the beginning of a file that are examined. */
const mostBytes = 64 * 1024;

const beginning = ruled(bytes, ({ length }) => length <= mostBytes);

/** `isWhole`: the file has no more bytes than these. */
const preview = question(
  tuple(beginning, nullable(oneOf(...feedFormats)), flag),
  (_: object, given, format, isWhole): Promise<FeedPreview> => previewOf(given, format, isWhole),
);

const generated = question(tuple(isRecipe), (_: object, recipe): Promise<GeneratedOutlook> =>
  outlookOf(recipe),
);

const isSchedule = object<Schedule>({
  frequency: oneOf<ProductFeed['frequency']>(...frequencies),
  repeat: ruled(number, (value) => Number.isInteger(value) && value >= 1 && value <= 1000),
  start_time: ruled(text, isLocalTime),
  time_zone: ruled(text, isTimeZone),
});

const dueTimes = question(tuple(isSchedule), ({ state }: { readonly state: State }, schedule): NextRuns =>
  nextRuns(schedule, state.now()),
);

export const questions = { preview, generated, dueTimes };
