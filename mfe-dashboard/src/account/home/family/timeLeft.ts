import { plural, t } from '@lingui/core/macro';

const dayMs = 86_400_000;

/** How long until a day on which work is due, and whether that day has passed or is near. */
export function timeLeft(dueOn: string, today: string): { text: string; state: 'late' | 'soon' | 'later' } {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / dayMs);
  if (days < 0) return { text: plural(-days, { one: '# day late', other: '# days late' }), state: 'late' };
  if (days === 0) return { text: t`due today`, state: 'soon' };
  if (days === 1) return { text: t`due tomorrow`, state: 'soon' };
  return { text: plural(days, { one: '# day left', other: '# days left' }), state: 'later' };
}
