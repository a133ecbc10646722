import { PostgrestClient } from '@supabase/postgrest-js';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { afterEach, expect, it } from 'vitest';
import { listFlags } from './platformConsole.ts';

afterEach(() => setLanguage('en'));

it('are named in the language of the page, with what visitors read while they are off', async () => {
  setLanguage('sw');
  await loadTexts({ sw: async () => ({ default: { Trials: 'Majaribio', 'Not now.': 'Si sasa.' } }) });
  const row = { name: 'trials', label: 'Trials', closed_message: 'Not now.', is_on: true, changed_at: '2026-11-20T08:00:00Z' };
  const db = new PostgrestClient('http://backend.test', { fetch: async () => Response.json([row]) });
  expect(await listFlags(db)).toMatchObject([{ name: 'trials', label: 'Majaribio', closedMessage: 'Si sasa.' }]);
});
