import { describe, expect, it } from 'vitest';
import { atLeast, atMost, describeFindings, ratioAtMost } from './benchmark.ts';
import { interleave, quantile, steadyQuantile, steadyRatio } from './interleave.ts';
import { listPageAssets } from './pageContent.ts';

describe('interleave', () => {
  it('runs each task once per round in rotating order and discards warm-up rounds', async () => {
    const order: string[] = [];
    const note = (name: string) => () => Promise.resolve(order.push(name));
    const samples = await interleave({ small: note('small'), large: note('large') }, { rounds: 2, warmUp: 1 });
    expect(order).toEqual(['small', 'large', 'large', 'small', 'small', 'large']);
    expect(samples.small).toHaveLength(2);
    expect(samples.large).toHaveLength(2);
  });
});

describe('listPageAssets', () => {
  it('lists fonts, images and SVG sprites once each, ignoring fragments', () => {
    const page = {
      slug: '',
      title: '',
      meta: '',
      font: '',
      styles: '@font-face{src:url(/releases/a/f.woff2)}',
      body: '<use href="/releases/a/d.svg#drawing"/><use href="/releases/a/d.svg#other"/><img src="/releases/a/p.webp"><a href="/pricing">',
    };
    expect(listPageAssets(page)).toEqual(['/releases/a/f.woff2', '/releases/a/d.svg', '/releases/a/p.webp']);
  });
});

describe('quantile', () => {
  it('returns one of the samples', () => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(samples, 0.95)).toBe(95);
    expect(quantile(samples, 0.5)).toBe(50);
    expect(quantile([7], 0.95)).toBe(7);
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe('steadyQuantile and steadyRatio', () => {
  const even = Array.from({ length: 30 }, (_, index) => 10 + (index % 10));
  // A third of the rounds ran while the machine was busy.
  const disturbed = even.map((value, index) => (index < 10 ? value * 7 : value));

  it('ignore a busy period that distorts the plain quantile', () => {
    expect(quantile(disturbed, 0.95)).toBeGreaterThan(60);
    expect(steadyQuantile(disturbed, 0.95, 3)).toBe(19);
    expect(steadyRatio(disturbed, even, 0.95, 3)).toBe(1);
  });

  it('detect a task that is slower most of the time', () => {
    expect(
      steadyRatio(
        disturbed.map((value) => value * 2),
        even,
        0.95,
        3,
      ),
    ).toBe(2);
    expect(() => steadyQuantile([1, 2], 0.5, 3)).toThrow(RangeError);
  });
});

describe('findings', () => {
  it('report whether the limit is met', () => {
    expect(
      [
        atMost('a', 10, 10),
        atMost('a', 10.1, 10),
        ratioAtMost('b', 1.5, 1.5),
        ratioAtMost('b', 1.51, 1.5),
        atLeast('c', 9, 10, 'rows'),
      ].map(({ isWithinLimit }) => isWithinLimit),
    ).toEqual([true, false, true, false, false]);
    expect(describeFindings([ratioAtMost('list', 1.234, 1.5, '2.1 ms against 1.7 ms')])).toContain(
      '| list | 1.23x (2.1 ms against 1.7 ms) | 1.5x | yes |',
    );
  });
});
