/** Minutes since midnight as the value of a time input, such as `07:30`. */
export function timeOfDayInput(minutes: unknown): string {
  if (typeof minutes !== 'number') return '';
  const shown = Math.min(minutes, 23 * 60 + 59);
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}

/** The value of a time input as minutes since midnight; null when it is empty. */
export function minutesSinceMidnight(clock: string): number | null {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes) ? null : hours * 60 + minutes;
}
