import { PostgrestClient } from '@supabase/postgrest-js';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { afterEach, expect, it } from 'vitest';
import { getDashboardSummary } from './overview.ts';

afterEach(() => setLanguage('en'));

it('words activities in the language of the page, and leaves what people wrote', async () => {
  const sentence = '{student} paid {amount}';
  setLanguage('sw');
  await loadTexts({
    sw: async () => ({ default: { [`sentence\u0004${sentence}`]: [['student'], ' amelipa ', ['amount']], Closed: 'Imefungwa' } }),
  });
  const activity = { at: '2026-11-20T08:00:00Z', text: 'Closed', link: '/dashboard' };
  const args = { student: 'Amani Otieno', amount: { amount: 5000, currency: 'KES' } };
  const closed = { sentence: 'Closed', args: {} };
  const activities = [
    { ...activity, kind: 'payment', title: 'Amani Otieno paid KES 5,000', said: { title: { sentence, args }, text: 'Closed' } },
    { ...activity, kind: 'notification', title: 'Closed', said: { title: closed, text: closed } },
    { ...activity, kind: 'announcement', title: 'Closed', said: { title: 'Closed', text: 'Closed' } },
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
