import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  formatDate,
  formatDateTime,
  formatDateTimeWithSeconds,
  formatDayAndMonth,
  formatFullDateTime,
  formatLongDate,
  formatMonth,
  formatMonthAndYear,
  formatTimeWithSeconds,
  fromLocalDateTime,
  isoWeekday,
  minuteOfDay,
  timeZones,
  toDateTimeInput,
  today,
  timeZonePlace,
  toLocalDateTime,
} from './time.ts';

/** Half past midnight in Nairobi, while UTC is still on the day before. */
const afterMidnight = '2026-11-20T21:30:05.678Z';

describe('instants', () => {
  it('are formatted in the time zone of the product', () => {
    expect([
      formatDate(afterMidnight),
      formatLongDate(afterMidnight),
      formatDayAndMonth(afterMidnight),
      formatMonthAndYear(afterMidnight),
      formatMonth(afterMidnight),
      formatDateTime(afterMidnight),
      formatFullDateTime(afterMidnight),
      formatDateTimeWithSeconds(afterMidnight),
      formatTimeWithSeconds(afterMidnight),
    ]).toEqual([
      '21 Nov 2026',
      '21 November 2026',
      '21 Nov',
      'Nov 2026',
      'Nov',
      '21 Nov 2026, 00:30',
      'Saturday, 21 November 2026 at 00:30',
      '21 Nov 2026, 00:30:05',
      '00:30:05',
    ]);
  });

  it('are Dates, milliseconds or calendar dates', () => {
    const milliseconds = Date.parse(afterMidnight);
    expect([formatDate(new Date(milliseconds)), formatDate(milliseconds), formatDate('2026-11-21')]).toEqual(
      Array.from({ length: 3 }, () => '21 Nov 2026'),
    );
  });

  it('that are invalid are refused', () => {
    expect(() => formatDate('tomorrow')).toThrow(RangeError);
    expect(() => toLocalDateTime('tomorrow')).toThrow(RangeError);
  });

  it('convert to local dates and times, and back', () => {
    expect(toLocalDateTime(afterMidnight)).toBe('2026-11-21T00:30:05');
    expect(fromLocalDateTime('2026-11-21T00:30:05')).toBe('2026-11-20T21:30:05.000Z');
    expect(fromLocalDateTime('2026-11-21T00:30')).toBe('2026-11-20T21:30:00.000Z');
    expect([fromLocalDateTime(''), fromLocalDateTime('12026-11-21T00:30')]).toEqual([null, null]);
  });

  it('convert to the value of a datetime-local field', () => {
    expect([toDateTimeInput(afterMidnight), toDateTimeInput(null), toDateTimeInput('')]).toEqual(['2026-11-21T00:30', '', '']);
  });

  it('have a minute of the day', () => {
    expect([minuteOfDay(afterMidnight), minuteOfDay('2026-11-20T20:59:59Z')]).toEqual([30, 1439]);
  });
});

describe('the time zone of a school', () => {
  const inZone = <T>(timeZone: string, read: () => T): T => {
    vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: { timeZone } } });
    try {
      return read();
    } finally {
      vi.unstubAllGlobals();
    }
  };

  it('is that of every time of day, there and back', () => {
    const read = () => [formatDateTime(afterMidnight), toDateTimeInput(afterMidnight), today(afterMidnight), minuteOfDay(afterMidnight)];
    expect(inZone('Africa/Lagos', read)).toEqual(['20 Nov 2026, 22:30', '2026-11-20T22:30', '2026-11-20', 22 * 60 + 30]);
    expect(inZone('Africa/Lagos', () => fromLocalDateTime('2026-11-20T22:30'))).toBe('2026-11-20T21:30:00.000Z');
    expect(read()[0]).toBe('21 Nov 2026, 00:30');
  });

  it('follows its changes of the clock', () => {
    for (const instant of ['2026-03-28T23:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-10-25T02:30:00.000Z'])
      expect(fromLocalDateTime(toLocalDateTime(instant, 'Europe/Paris'), 'Europe/Paris')).toBe(instant);
    expect(fromLocalDateTime('never', 'Europe/Paris')).toBeNull();
  });

  it('leaves calendar dates as they are, also west of Greenwich', () =>
    expect(inZone('America/New_York', () => formatDate('2026-11-21'))).toBe('21 Nov 2026'));

  it('is named by its place', () => expect(timeZonePlace('Africa/Dar_es_Salaam')).toBe('Dar es Salaam'));
});

describe('calendar dates', () => {
  it('change at midnight of the school', () => {
    expect([today(afterMidnight), today('2026-11-20T20:59:59Z')]).toEqual(['2026-11-21', '2026-11-20']);
    const zones = ['Africa/Lagos', 'Africa/Dakar', 'Asia/Dubai'];
    expect(zones.map((zone) => today('2026-11-20T23:30:00Z', zone))).toEqual(['2026-11-21', '2026-11-20', '2026-11-21']);
  });

  it('are known in every zone that a school can be in', () => {
    expect(timeZones()).toContain('Africa/Nairobi');
    for (const zone of timeZones()) expect(today('2026-11-20T23:30:00Z', zone), zone).toMatch(/^2026-11-2[01]$/);
  });

  it('are added up across months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1), addDays('2026-11-21', 0)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-11-21',
    ]);
  });

  it('have a weekday, Monday first', () => {
    expect([isoWeekday('2026-11-16'), isoWeekday('2026-11-21'), isoWeekday('2026-11-22')]).toEqual([1, 6, 7]);
  });
});
