/** Whether a file writes the day or the month first. */
export type DayOrder = 'day-first' | 'month-first';

/**
 * The order of day and month of a whole file, decided by the dates that can be read in one order only; day first when none can. `isMixed`
 * when some of them say the one and some the other.
 */
export function decideDayOrder(dates: readonly string[]): { order: DayOrder; isMixed: boolean; hasNumericDates: boolean } {
  let dayFirst = 0;
  let monthFirst = 0;
  let numeric = 0;
  for (const date of dates) {
    const [, first, second] = /^\s*(\d{1,2})[/. -](\d{1,2})[/. -]\d{2,4}\b/.exec(date)?.map(Number) ?? [];
    if (first === undefined || second === undefined) continue;
    numeric += 1;
    if (first > 12 && second <= 12) dayFirst += 1;
    if (second > 12 && first <= 12) monthFirst += 1;
  }
  return {
    order: monthFirst > dayFirst ? 'month-first' : 'day-first',
    isMixed: dayFirst > 0 && monthFirst > 0,
    hasNumericDates: numeric > 0,
  };
}
