import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reservedSlugs, slugOf, slugPattern, slugProblem } from './slug.ts';

describe('slugs', () => {
  it.each([
    ['Term dates 2027', 'term-dates-2027'],
    ['  Fees & M-Pesa!  ', 'fees-m-pesa'],
    ['École Française', 'ecole-francaise'],
    ['***', ''],
  ])('of %j is %j', (title, slug) => expect(slugOf(title)).toBe(slug));

  it('made of any title are valid or empty', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (title) => {
        const slug = slugOf(title);
        expect(slug === '' || (slugPattern.test(slug) && slug.length <= 80)).toBe(true);
      }),
    );
  });

  it.each(reservedSlugs.filter((slug) => slugPattern.test(slug)))('%s is reserved for the site', (slug) =>
    expect(slugProblem(slug)).toContain('belongs to the site'),
  );
  it.each(['', 'Two Words', 'a--b', '-a', 'a'.repeat(81)])('%j is refused with a reason', (slug) =>
    expect(slugProblem(slug)).not.toBeNull(),
  );
  it('accepts a valid slug', () => expect(slugProblem('term-dates-2027')).toBeNull());
});
