import { expect, it } from 'vitest';
import { decideDayOrder } from './dayOrder.ts';

it('decides by the dates that have one reading', () => {
  expect(decideDayOrder(['06/07/2014', '31/05/2014'])).toEqual({ order: 'day-first', isMixed: false, hasNumericDates: true });
  expect(decideDayOrder(['06/07/2014', '05/31/14', '5.13.2014'])).toEqual({ order: 'month-first', isMixed: false, hasNumericDates: true });
  expect(decideDayOrder(['06/07/2014', '2014-05-31', '31-May-2014'])).toEqual({
    order: 'day-first',
    isMixed: false,
    hasNumericDates: true,
  });
  expect(decideDayOrder(['05/31/2014', '31/05/14', '29/02/2014'])).toEqual({ order: 'day-first', isMixed: true, hasNumericDates: true });
  expect(decideDayOrder(['2014-05-31', '41790', ''])).toEqual({ order: 'day-first', isMixed: false, hasNumericDates: false });
});
