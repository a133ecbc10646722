import { expect, it } from 'vitest';
import { findInText } from './bannedTerms.ts';

const lines = (text: string) => findInText('any.ts', `any.ts\n${text}`);

it.each([
  ['const retryPatience = 400;', 'timeoutMs or retryDelayMs'],
  ['// The row is drawn anew.', 'rendered'],
  ['import { mailWords } from "./mailWords.ts";', 'labels'],
  ['export function freshenForNavigation() {}', 'revalidateRegistry, invalidateRegistry'],
  ['Learners of a class', 'student'],
  ['import { newId } from "@masomo/domain/secureFeatures";', 'secureContext'],
  ['execute function private.require_feature()', 'flag'],
  ['// The feature list of a plan.', 'bullets'],
  ['## The picture', 'Architecture, Project layout, Consequences, Alternatives considered'],
])('finds the retired term in %s', (text, instead) => expect(lines(text)).toContainEqual(expect.objectContaining({ line: 1, instead })));

it.each([
  'const patientRecords = 1;',
  'the student drew a circle',
  'learner outcomes of the curriculum',
  'const keywords = [];',
  'featureOf(folder)',
])('accepts %s', (text) => expect(lines(text)).toEqual([]));

it('checks the path as well', () => {
  expect(findInText('shared/data/src/learners.ts', 'shared/data/src/learners.ts')).toHaveLength(1);
});

it('retires some terms only where the English was read again', () => {
  const sentence = '// It is kept for whoever comes later, and stands in the log.';
  expect(findInText('tools/a.ts', `tools/a.ts\n${sentence}`).map(({ text }) => text)).toEqual(['whoever', 'stands in']);
  expect(findInText('shell/a.ts', `shell/a.ts\n${sentence}`)).toHaveLength(2);
  expect(findInText('supabase/migrations/a.sql', `supabase/migrations/a.sql\n${sentence}`)).toEqual([]);
  expect(findInText('tools/a.ts', 'tools/a.ts\n// A proxy stands in for the real one.')).toEqual([]);
});
