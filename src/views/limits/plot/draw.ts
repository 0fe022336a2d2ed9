/** Draws the plot: uPlot draws the lines and the axes, and the events are drawn over them. */
import type uPlot from 'uplot';
import { counted } from '../../../parts/counted.ts';
import { figure } from '../../../parts/figures.ts';
import { timeOf, dateOf } from '../../../parts/time.ts';
import { took } from '../words.ts';
import { alongColumn, alongRow, besideLines, runsOf } from './labels.ts';
import type { PlotLabel } from './labels.ts';
import { leftAt } from './series.ts';
import type { Series } from './series.ts';
import type { TimeAxis } from '../../../parts/time-axis.ts';

export interface Drawing {
  readonly axis: TimeAxis;
  readonly series: readonly Series[];
  /** Epoch ms of calls that got no response. */
  readonly unanswered: readonly number[];
  /** Epoch ms. */
  readonly now: number;
}

/** Lines are distinguished first by their pattern. `ink` is a colour of the page, `dash` in px. */
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
/** The space between a label and its neighbours. */
const gap = 6;
/** Rows below the zero line, where no series is drawn: counts of refusals, and calls without a response. */
const laneHeight = { refused: 20, unanswered: 18 };
const padding = { top: 24, right: 64 };
const axisHeight = 26;

/** The data for uPlot: positions on the axis, and the calls left in each series at them. */
export function dataOf({ axis, series, now }: Drawing): uPlot.AlignedData {
  const times = [...new Set([...series.flatMap(({ points }) => points.map(({ at }) => at)), now])]
    .filter((at) => at <= now)
    .sort((a, b) => a - b);
  const lines = series.map(({ points, inForce }) => {
    let next = 0;
    let left: number | null = null;
    return times.map((at) => {
      for (let point = points[next]; point && point.at <= at; point = points[++next]) ({ left } = point);
      const isOver = !inForce && next === points.length && at > (points.at(-1)?.at ?? 0);
      return isOver ? null : left;
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
    padding: [padding.top, padding.right, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: false, range: () => [0, get().axis.width] },
      y: {
        range: (plot: uPlot) => {
          const most = Math.max(1, ...get().series.map(({ window }) => window.limit));
          const below = lanesOf(get()).height;
          const height = Math.max(plot.height - padding.top - axisHeight, 3 * below, 1);
          return [(-most * below) / (height - below), most];
        },
      },
    },
    axes: [
      {
        ...axes,
        size: axisHeight,
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
        values: (_plot: uPlot, splits: number[]) => splits.map((value) => figure(value)),
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
          drawBreaks(pen, get());
          drawTimes(pen, get());
          drawRefusals(pen, get());
          drawUnanswered(pen, get());
          drawEnds(pen, get());
        },
      ],
    },
  };
}

/** About `count` round numbers, and the limit itself at the top. */
function levels(limit: number, count: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000].find(
    (each) => limit / each <= count,
  );
  const found: number[] = [];
  for (let at = 0; at < limit - (step ?? limit) * 0.45; at += step ?? limit) found.push(at);
  return [...found, limit];
}

/** In CSS px: where the second row begins, and the height of both. A row exists only if it has content. */
function lanesOf({ series, unanswered }: Drawing): { unansweredFrom: number; height: number } {
  const refused = series.some(({ refusals }) => refusals.length > 0) ? laneHeight.refused : 0;
  return {
    unansweredFrom: refused,
    height: refused + (unanswered.length > 0 ? laneHeight.unanswered : 0),
  };
}

const clockText = (at: number, fine: boolean): string => (fine ? timeOf(at) : timeOf(at).slice(0, 5));

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name);

/** Converts values to canvas px, and draws text in the page's font. */
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
    // An outline keeps the text readable over lines.
    context.strokeStyle = colour('--pane');
    context.lineWidth = this.px(3);
    context.lineJoin = 'round';
    context.strokeText(words, x, y);
    context.fillStyle = colour(ink);
    context.fillText(words, x, y);
  }

  hatch(
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    ink: string,
    step: number,
  ): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = colour(ink);
    context.lineWidth = this.px(1.2);
    for (let from = x - height; from < x + width; from += this.px(step)) {
      context.beginPath();
      context.moveTo(from, y + height);
      context.lineTo(from + height, y);
      context.stroke();
    }
    context.restore();
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

const placeOf = (pen: Pen, { axis }: Drawing, at: number): number => pen.x(axis.placeOf(at));

/** The next reset; undefined while no call has opened a window. */
const nextReset = ({ series }: Drawing): number | undefined =>
  series.flatMap(({ nextReset: at }) => (at === null ? [] : [at])).sort((a, b) => a - b)[0];

/** Vertical lines, and one row of labels for all of them. */
function drawTimes(pen: Pen, drawing: Drawing): void {
  const { axis, series, now } = drawing;
  const zero = pen.y(0);
  const next = nextReset(drawing);
  const past = [...new Set(series.flatMap(({ resets }) => resets))].sort((a, b) => b - a);
  const label = (x: number, words: string, rank: number, ink = '--ink-2') => ({
    x,
    words,
    rank,
    ink,
    width: pen.widthOf(words),
  });
  const reset = (at: number, rank: number) =>
    label(placeOf(pen, drawing, at), `reset ${clockText(at, false)}`, rank);
  const resets = [
    ...(next === undefined ? [] : [reset(next, 1)]),
    ...past.map((at, index) => reset(at, 3 + index)),
  ].filter(({ x }) => x >= pen.left && x <= pen.right);
  const current = label(placeOf(pen, drawing, now), `now ${clockText(now, false)}`, 0, '--ink');
  for (const { x } of resets) pen.line(x, pen.top - pen.px(4), zero, '--ink-3', [2, 3]);
  pen.line(current.x, pen.top - pen.px(4), zero, '--ink');
  const labels = [
    current,
    ...resets,
    ...axis.breaks.map((each) =>
      label((pen.x(each.left) + pen.x(each.right)) / 2, jumpText(each.until - each.from), 2),
    ),
  ];
  drawRow(pen, labels, pen.top - pen.px(14));
}

const jumpText = (ms: number): string => `clock +${took(ms).replace(' 00 s', '').replace(' 00 min', '')}`;

function drawRow(pen: Pen, labels: readonly (PlotLabel & { words: string; ink: string })[], y: number): void {
  const bounds = { left: pen.left - pen.px(40), right: pen.right + pen.px(padding.right), gap: pen.px(gap) };
  for (const [at, x] of alongRow(labels, bounds).entries()) {
    const label = labels[at];
    if (x !== null && label) pen.text(label.words, x, y, label.ink);
  }
}

/** A jump is drawn as a break in the axis, never as a long flat line (look.md, Plot). */
function drawBreaks(pen: Pen, { axis }: Drawing): void {
  const bottom = pen.y(0);
  for (const { left, right } of axis.breaks) {
    const [x0, x1] = [pen.x(left), pen.x(right)];
    pen.context.fillStyle = colour('--pane');
    pen.context.fillRect(x0, pen.top, x1 - x0, bottom - pen.top);
    pen.hatch({ x: x0, y: pen.top, width: x1 - x0, height: bottom - pen.top }, '--line-strong', 8);
    for (const x of [x0, x1]) pen.line(x, pen.top - pen.px(6), bottom + pen.px(4), '--ink-3');
  }
}

/** Crosses on the zero line, and the number of each run of them below it. */
function drawRefusals(pen: Pen, drawing: Drawing): void {
  const { context } = pen;
  const size = pen.px(3);
  const y = pen.y(0);
  const places = drawing.series
    .flatMap(({ refusals }) => refusals)
    .map((at) => placeOf(pen, drawing, at))
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
  const labels = runsOf(places, pen.px(60)).map(({ from, to, count }) => {
    const words = `${figure(count)} refused`;
    return { words, x: (from + to) / 2, width: pen.widthOf(words), rank: -to, ink: '--err' };
  });
  drawRow(pen, labels, y + pen.px(13));
}

/** Hatched boxes in a separate row, and the number of each run of them beside it. */
function drawUnanswered(pen: Pen, drawing: Drawing): void {
  const height = pen.px(8);
  const y = pen.y(0) + pen.px(lanesOf(drawing).unansweredFrom + laneHeight.unanswered / 2);
  const words = (count: number): string => `${figure(count)} no response`;
  const widest = pen.widthOf(words(drawing.unanswered.length));
  const places = drawing.unanswered.map((at) => placeOf(pen, drawing, at));
  for (const { from, to, count } of runsOf(places, widest + pen.px(4 * gap))) {
    const box = { x: from - height / 2, y: y - height / 2, width: to - from + height, height };
    pen.hatch(box, '--err', 4);
    pen.context.strokeStyle = colour('--err');
    pen.context.strokeRect(box.x, box.y, box.width, box.height);
    const begin = box.x + box.width + pen.px(gap);
    const isOut = begin + pen.widthOf(words(count)) > pen.right + pen.px(padding.right);
    pen.text(words(count), isOut ? box.x - pen.px(gap) : begin, y, '--err', isOut ? 'right' : 'left');
  }
}

/** The calls left now, at the end of each line, if not already drawn there. */
function drawEnds(pen: Pen, drawing: Drawing): void {
  const { context } = pen;
  const { series, now } = drawing;
  const x = placeOf(pen, drawing, now);
  const next = nextReset(drawing);
  const upright = next === undefined ? [] : [placeOf(pen, drawing, next)].filter((at) => at <= pen.right);
  const ends = series.flatMap(({ points, inForce }, at) => {
    const left = inForce ? leftAt(points, now) : null;
    return left === null ? [] : [{ y: pen.y(left), words: `${figure(left)} left`, at }];
  });
  const heights = alongColumn(
    ends.map(({ y }) => y),
    { top: pen.top, bottom: pen.y(0), gap: pen.px(room) },
  );
  for (const [index, { y, words, at }] of ends.entries()) {
    context.beginPath();
    context.arc(x, y, pen.px(3.5), 0, 7);
    context.fillStyle = colour(at === 0 ? '--ink' : '--pane');
    context.strokeStyle = colour('--ink-2');
    context.lineWidth = pen.px(1.5);
    context.fill();
    context.stroke();
    const height = heights[index] ?? null;
    if (height === null) continue;
    const begin = besideLines(x + pen.px(gap + 4), pen.widthOf(words), upright, pen.px(gap));
    pen.text(words, begin, height, '--ink-2', 'left');
  }
}

/** A description of the plot for screen readers. */
export function inWords({ series, unanswered, now }: Drawing, name: (series: Series) => string): string {
  const lines = series.map((each) => {
    const { points, window, refusals, resets } = each;
    const told = [
      each.inForce
        ? `${leftAt(points, now) ?? window.limit} of ${window.limit} left`
        : 'not in force on the current plan',
      ...(refusals.length > 0 ? [`${refusals.length} refused`] : []),
      ...(resets.length > 0 ? [`reset ${resets.map((at) => timeOf(at)).join(', ')}`] : []),
    ];
    return `${name(each)}: ${told.join(', ')}`;
  });
  const silent = unanswered.length > 0 ? ` ${counted(unanswered.length, 'call')} without a response.` : '';
  return `Remaining requests until ${dateOf(now)} ${timeOf(now)}. ${lines.join('. ')}.${silent}`;
}
