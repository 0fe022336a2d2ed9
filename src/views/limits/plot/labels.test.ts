import { describe, expect, it } from 'vitest';
import { alongColumn, alongRow, besideLines, runsOf } from './labels.ts';

describe('Q28: labels of the plot', () => {
  it.each([390, 720, 768, 1024, 1440])(
    'do not touch each other and stay within the plot, %i px wide',
    (right) => {
      const wanted = Array.from({ length: 40 }, (_, index) => ({
        x: (index * 97) % right,
        width: 40 + ((index * 13) % 50),
        rank: index,
      }));
      const boxes = alongRow(wanted, { left: 0, right, gap: 6 })
        .flatMap((x, at) => (x === null ? [] : [{ x, width: wanted[at]?.width ?? 0 }]))
        .map(({ x, width }) => ({ from: x - width / 2, to: x + width / 2 }))
        .sort((a, b) => a.from - b.from);
      expect(boxes.length).toBeGreaterThan(2);
      for (const [at, { from, to }] of boxes.entries()) {
        expect(from).toBeGreaterThanOrEqual(at === 0 ? 0 : (boxes[at - 1]?.to ?? 0) + 6);
        expect(to).toBeLessThanOrEqual(right);
      }
    },
  );

  it('are left out in favour of a lower rank: now and the next reset a moment apart', () => {
    const row = [
      { x: 104, width: 60, rank: 1 },
      { x: 100, width: 50, rank: 0 },
    ];
    expect(alongRow(row, { left: 0, right: 300, gap: 4 })).toEqual([null, 100]);
  });

  it('at the ends of lines are pushed apart, upwards from the bottom and never out of the plot', () => {
    expect(alongColumn([100, 99, 20], { top: 0, bottom: 100, gap: 14 })).toEqual([100, 86, 20]);
    expect(alongColumn([0, 1, 2], { top: 0, bottom: 100, gap: 14 })).toEqual([0, 14, 28]);
    expect(alongColumn([5, 6, 7], { top: 0, bottom: 20, gap: 14 })).toEqual([5, 19, null]);
  });

  it('are placed after a vertical line that would cross them', () => {
    expect(besideLines(10, 40, [30], 6)).toBe(36);
    expect(besideLines(10, 40, [70, 30], 6)).toBe(76);
    expect(besideLines(10, 40, [90], 6)).toBe(10);
  });

  it('count marks that would touch as one', () => {
    expect(runsOf([50, 10, 12, 14], 20)).toEqual([
      { from: 10, to: 14, count: 3 },
      { from: 50, to: 50, count: 1 },
    ]);
    expect(runsOf([], 20)).toEqual([]);
  });
});
