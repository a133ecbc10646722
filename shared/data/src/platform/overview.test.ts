import { PostgrestClient } from '@supabase/postgrest-js';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { afterEach, expect, it } from 'vitest';
import { getDashboardSummary } from './overview.ts';

afterEach(() => setLanguage('en'));

it('words activities in the language of the page, and leaves what people wrote', async () => {
  const paid = `filled\u0004${JSON.stringify([['0'], ' ', ['1'], ' paid KES ', ['2']])}`;
  setLanguage('sw');
  await loadTexts({
    sw: async () => ({ default: { [paid]: [['0'], ' ', ['1'], ' amelipa KES ', ['2']], Closed: 'Imefungwa' } }),
  });
  const activity = { at: '2026-11-20T08:00:00Z', text: 'Closed', link: '/dashboard' };
  const activities = [
    { ...activity, kind: 'payment', title: 'Amani Otieno paid KES 5,000' },
    { ...activity, kind: 'notification', title: 'Closed' },
    { ...activity, kind: 'announcement', title: 'Closed' },
  ];
  const db = new PostgrestClient('http://backend.test', {
    fetch: async () => Response.json({ school: null, stats: [], activities }),
  });
  const summary = await getDashboardSummary(db);
  expect(summary.activities.map(({ title, text }) => [title, text])).toEqual([
    ['Amani Otieno amelipa KES 5,000', 'Closed'],
    ['Imefungwa', 'Imefungwa'],
    ['Closed', 'Closed'],
  ]);
});
