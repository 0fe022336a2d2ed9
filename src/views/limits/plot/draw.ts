/** How the plot is drawn: uPlot draws the lines and the axes, and over them stands what happened. */
import type uPlot from 'uplot';
import { timeOf, dateOf } from '../../../parts/time.ts';
import { took } from '../words.ts';
import { leftAt } from './series.ts';
import type { Series } from './series.ts';
import type { TimeAxis } from '../../../parts/time-axis.ts';

export interface Drawing {
  readonly axis: TimeAxis;
  readonly series: readonly Series[];
  /** Epoch ms. */
  readonly now: number;
}

/** Told apart by their pattern first: `ink` is a colour of the page, `dash` in px. */
export const lineStyles = [
  { ink: '--ink', width: 2, dash: [] },
  { ink: '--ink-3', width: 1.5, dash: [6, 3] },
  { ink: '--ink-2', width: 1.5, dash: [1.5, 3] },
  { ink: '--ink-2', width: 1.5, dash: [9, 3, 2, 3] },
  { ink: '--ink-3', width: 1.5, dash: [3, 2] },
  { ink: '--ink-3', width: 1.5, dash: [12, 4] },
] as const;

/** In CSS px. */
const font = 11;
const room = 14;

/** The lines as uPlot takes them: places on the axis, and of each series what was left there. */
export function dataOf({ axis, series, now }: Drawing): uPlot.AlignedData {
  const times = [...new Set([...series.flatMap(({ points }) => points.map(({ at }) => at)), now])]
    .filter((at) => at <= now)
    .sort((a, b) => a - b);
  const lines = series.map(({ points }) => {
    let next = 0;
    let left: number | null = null;
    return times.map((at) => {
      while (next < points.length && points[next]!.at <= at) left = points[next++]!.left;
      return left;
    });
  });
  return [times.map((at) => axis.placeOf(at)), ...lines];
}

export function optionsOf(
  made: typeof uPlot,
  get: () => Drawing,
  size: { width: number; height: number },
): uPlot.Options {
  const { series } = get();
  const stepped = made.paths.stepped!({ align: 1 });
  const axes = {
    font: `${font}px system-ui, sans-serif`,
    stroke: () => colour('--ink-3'),
    ticks: { show: true, size: 4, width: 1, stroke: () => colour('--line-field') },
  };
  return {
    ...size,
    padding: [22, 64, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [0, get().axis.width] },
      y: { range: () => [0, Math.max(1, ...get().series.map(({ window }) => window.limit))] },
    },
    axes: [
      {
        ...axes,
        size: 26,
        gap: 4,
        grid: { show: false },
        splits: (plot: uPlot, _axis: number, first: number, last: number) =>
          get().axis.ticks(first, last, Math.max(2, Math.floor(plot.bbox.width / devicePixelRatio / 84))),
        values: (_plot: uPlot, splits: number[]) => {
          const times = splits.map((place) => get().axis.timeAt(place));
          const fine = times.some((at, index) => index > 0 && at - times[index - 1]! < 60_000);
          return times.map((at) => clockText(at, fine));
        },
      },
      {
        ...axes,
        size: 48,
        gap: 4,
        grid: { show: true, width: 1, stroke: () => colour('--line') },
        splits: (plot: uPlot, _axis: number, _least: number, greatest: number) =>
          levels(greatest, plot.bbox.height / devicePixelRatio / 36),
        values: (_plot: uPlot, splits: number[]) => splits.map((value) => value.toLocaleString('en')),
      },
    ],
    series: [
      {},
      ...series.map((_each, at): uPlot.Series => {
        const { ink, width, dash } = lineStyles[at]!;
        return {
          stroke: () => colour(ink),
          width,
          dash: [...dash],
          paths: stepped,
          points: { show: false },
        };
      }),
    ],
    hooks: {
      drawClear: [(plot) => shadeFuture(new Pen(plot), get())],
      draw: [
        (plot) => {
          const pen = new Pen(plot);
          drawResets(pen, get());
          drawBreaks(pen, get());
          drawRefusals(pen, get());
          drawNow(pen, get());
        },
      ],
    },
  };
}

/** Round numbers, about `count` of them, and the limit itself at the top. */
function levels(limit: number, count: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000].find(
    (each) => limit / each <= count,
  );
  const found: number[] = [];
  for (let at = 0; at < limit - (step ?? limit) * 0.45; at += step ?? limit) found.push(at);
  return [...found, limit];
}

const clockText = (at: number, fine: boolean): string => (fine ? timeOf(at) : timeOf(at).slice(0, 5));

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);

/** Canvas px out of values, and text in the page's letters. */
class Pen {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly context: CanvasRenderingContext2D;

  constructor(private readonly plot: uPlot) {
    const { left, top, width, height } = plot.bbox;
    [this.left, this.top, this.right, this.bottom] = [left, top, left + width, top + height];
    this.context = plot.ctx;
  }

  px(css: number): number {
    return css * devicePixelRatio;
  }

  x(place: number): number {
    return Math.round(this.plot.valToPos(place, 'x', true)) + 0.5;
  }

  y(value: number): number {
    return this.plot.valToPos(value, 'y', true);
  }

  line(x: number, from: number, to: number, ink: string, dash: readonly number[] = []): void {
    const { context } = this;
    context.beginPath();
    context.strokeStyle = colour(ink);
    context.lineWidth = this.px(1);
    context.setLineDash(dash.map((each) => this.px(each)));
    context.moveTo(x, from);
    context.lineTo(x, to);
    context.stroke();
    context.setLineDash([]);
  }

  text(words: string, x: number, y: number, ink: string, align: CanvasTextAlign = 'center'): void {
    const { context } = this;
    context.font = `${this.px(font)}px system-ui, sans-serif`;
    context.textAlign = align;
    context.textBaseline = 'middle';
    // It stays readable over lines.
    context.strokeStyle = colour('--pane');
    context.lineWidth = this.px(3);
    context.lineJoin = 'round';
    context.strokeText(words, x, y);
    context.fillStyle = colour(ink);
    context.fillText(words, x, y);
  }

  widthOf(words: string): number {
    this.context.font = `${this.px(font)}px system-ui, sans-serif`;
    return this.context.measureText(words).width;
  }
}

function shadeFuture(pen: Pen, { axis, now }: Drawing): void {
  const x = pen.x(axis.placeOf(now));
  if (x >= pen.right) return;
  pen.context.fillStyle = colour('--sunken');
  pen.context.fillRect(x, pen.top, pen.right - x, pen.bottom - pen.top);
}

function drawResets(pen: Pen, { axis, series, now }: Drawing): void {
  const past = [...new Set(series.flatMap(({ resets }) => resets))].sort((a, b) => a - b);
  const next = series
    .flatMap(({ nextReset }) => (nextReset === null ? [] : [nextReset]))
    .sort((a, b) => a - b)[0];
  let free = pen.left;
  const nowAt = pen.x(axis.placeOf(now));
  const mark = (at: number, words: string, until: number) => {
    const x = pen.x(axis.placeOf(at));
    if (x < pen.left || x > pen.right) return;
    pen.line(x, pen.top - pen.px(4), pen.bottom, '--ink-3', [2, 3]);
    const half = pen.widthOf(words) / 2 + pen.px(4);
    if (x - half < free || x + half > until) return;
    pen.text(words, x, pen.top - pen.px(12), '--ink-2');
    free = x + half;
  };
  const beforeNow = nowAt - pen.widthOf('now 00:00') / 2 - pen.px(6);
  for (const at of past) mark(at, `reset ${clockText(at, false)}`, beforeNow);
  free = nowAt + pen.widthOf('now 00:00') / 2;
  if (next !== undefined) mark(next, `reset ${clockText(next, false)}`, pen.right + pen.px(64));
}

/** A jump is a break in the axis, never a long flat line (look.md, Plot). */
function drawBreaks(pen: Pen, { axis }: Drawing): void {
  const { context } = pen;
  for (const { from, until, left, right } of axis.breaks) {
    const [x0, x1] = [pen.x(left), pen.x(right)];
    context.fillStyle = colour('--pane');
    context.fillRect(x0, pen.top, x1 - x0, pen.bottom - pen.top);
    context.save();
    context.beginPath();
    context.rect(x0, pen.top, x1 - x0, pen.bottom - pen.top);
    context.clip();
    context.strokeStyle = colour('--line-strong');
    context.lineWidth = pen.px(1.2);
    const height = pen.bottom - pen.top;
    for (let x = x0 - height; x < x1; x += pen.px(8)) {
      context.beginPath();
      context.moveTo(x, pen.bottom);
      context.lineTo(x + height, pen.top);
      context.stroke();
    }
    context.restore();
    for (const x of [x0, x1]) pen.line(x, pen.top - pen.px(6), pen.bottom + pen.px(4), '--ink-3');
    const words = [
      'clock',
      `+${took(until - from)
        .replace(' 00 s', '')
        .replace(' 00 min', '')}`,
    ];
    const wide = Math.max(...words.map((each) => pen.widthOf(each))) + pen.px(8);
    const [x, y] = [(x0 + x1) / 2, (pen.top + pen.bottom) / 2];
    context.fillStyle = colour('--pane');
    context.fillRect(x - wide / 2, y - pen.px(room), wide, pen.px(2 * room));
    for (const [at, each] of words.entries()) pen.text(each, x, y + pen.px(at * room - 6), '--ink-2');
  }
}

/** Crosses on the zero line, and of each run how many they were. */
function drawRefusals(pen: Pen, { axis, series }: Drawing): void {
  const { context } = pen;
  const size = pen.px(3);
  const y = pen.y(0);
  const places = series
    .flatMap(({ refusals }) => refusals)
    .map((at) => pen.x(axis.placeOf(at)))
    .sort((a, b) => a - b);
  context.strokeStyle = colour('--err');
  context.lineWidth = pen.px(1.5);
  let drawn = -Infinity;
  for (const x of places) {
    if (x - drawn < pen.px(1.5)) continue;
    drawn = x;
    context.beginPath();
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x + size, y - size);
    context.lineTo(x - size, y + size);
    context.stroke();
  }
  for (let at = 0; at < places.length;) {
    let end = at + 1;
    while (end < places.length && places[end]! - places[end - 1]! < pen.px(60)) end++;
    const words = `${end - at} refused`;
    const x = places[end - 1]! + pen.px(8);
    const isOut = x + pen.widthOf(words) > pen.right + pen.px(60);
    pen.text(words, isOut ? places[at]! - pen.px(8) : x, y - pen.px(9), '--err', isOut ? 'right' : 'left');
    at = end;
  }
}

function drawNow(pen: Pen, { axis, series, now }: Drawing): void {
  const { context } = pen;
  const x = pen.x(axis.placeOf(now));
  pen.line(x, pen.top - pen.px(4), pen.bottom, '--ink');
  const words = `now ${clockText(now, false)}`;
  pen.text(
    words,
    Math.min(x, pen.right + pen.px(60) - pen.widthOf(words) / 2),
    pen.top - pen.px(12),
    '--ink',
  );
  const ends = series
    .map(({ points, refusals }) => ({
      left: leftAt(points, now),
      isRefusing: (refusals.at(-1) ?? 0) > now - 60_000,
    }))
    .filter((each): each is { left: number; isRefusing: boolean } => each.left !== null)
    .map(({ left, isRefusing }) => ({ left, isRefusing, at: pen.y(left) }))
    .sort((a, b) => a.at - b.at);
  let free = -Infinity;
  for (const [at, { left, at: y, isRefusing }] of ends.entries()) {
    context.beginPath();
    context.arc(x, y, pen.px(3.5), 0, 7);
    context.fillStyle = colour(at === 0 ? '--ink' : '--pane');
    context.strokeStyle = colour('--ink-2');
    context.lineWidth = pen.px(1.5);
    context.fill();
    context.stroke();
    // The count of refusals stands there already.
    if (isRefusing && left === 0) continue;
    const place = Math.max(y, free + pen.px(room));
    free = place;
    pen.text(`${left.toLocaleString('en')} left`, x + pen.px(8), place, '--ink-2', 'left');
  }
}

/** What a picture cannot say to who does not see it. */
export function inWords({ series, now }: Drawing, name: (series: Series) => string): string {
  const lines = series.map((each) => {
    const { points, window, refusals, resets } = each;
    const told = [
      `${leftAt(points, now) ?? window.limit} of ${window.limit} left`,
      ...(refusals.length > 0 ? [`${refusals.length} refused`] : []),
      ...(resets.length > 0 ? [`reset ${resets.map((at) => timeOf(at)).join(', ')}`] : []),
    ];
    return `${name(each)}: ${told.join(', ')}`;
  });
  return `Remaining requests until ${dateOf(now)} ${timeOf(now)}. ${lines.join('. ')}.`;
}
