import { describe, expect, it } from 'vitest';
import { axisOf } from './axis.ts';

const line = (...values: number[]) => axisOf(values, { isFromZero: false }).ticks;
const bars = (...values: number[]) => axisOf(values, { isFromZero: true }).ticks;

describe('the axis of a chart', () => {
  it('begins at zero for bars, and for lines that differ much', () => {
    expect(bars(93, 97)).toEqual([0, 25, 50, 75, 100]);
    expect(line(10, 97)).toEqual([0, 25, 50, 75, 100]);
  });

  it('begins where lines start to differ', () => {
    expect(line(930, 972)).toEqual([920, 940, 960, 980]);
  });

  it('has whole steps for whole numbers', () => {
    expect(bars(0, 1, 2)).toEqual([0, 1, 2]);
    expect(line(1, 2)).toEqual([0, 1, 2]);
    expect(line(290, 300)).toEqual([290, 295, 300]);
    expect(line(290.5, 300)).toEqual([290, 292.5, 295, 297.5, 300]);
  });

  it('goes below zero with its values, and shows zero', () => {
    expect(bars(-30, 50)).toEqual([-40, -20, 0, 20, 40, 60]);
    expect(line(-30, -10)).toEqual([-30, -20, -10, 0]);
  });

  it('has a span for one value, for equal ones and for nothing but zero', () => {
    expect(line(200, 200)).toEqual([180, 190, 200, 210, 220]);
    expect(bars(200)).toEqual([0, 50, 100, 150, 200]);
    expect(bars(0)).toEqual([0, 1]);
    expect(line(0, 0)).toEqual([0, 1]);
  });

  it('writes no two values alike', () => {
    const rounded = { isFromZero: false, limit: 100, formatTick: (value: number) => value.toFixed(0) };
    expect(axisOf([96.1, 97.9], rounded).ticks).toEqual([96, 97, 98]);
    expect(axisOf([96.1, 97.9], { ...rounded, formatTick: String }).ticks).toEqual([96, 96.5, 97, 97.5, 98]);
  });

  it('ends at its limit', () => {
    expect(axisOf([91.5, 99.1], { isFromZero: false, limit: 100 })).toEqual({ ticks: [90, 92, 94, 96, 98, 100], start: 90, end: 100 });
    expect(axisOf([100, 100], { isFromZero: false, limit: 100 }).end).toBe(100);
  });
});
