import { expect, it } from 'vitest';
import { roomOf } from '../rooms.ts';
import { sourceChecks } from './sourceChecks.ts';

it('assigns a room to files in every part of the tree, and none to others', () => {
  expect(roomOf('shared/domain/src/money.ts')?.folder).toBe('shared/domain');
  expect(roomOf('supabase/tests/money/billing.test.ts')?.folder).toBe('supabase/tests');
  expect(roomOf('supabase/config.toml')?.folder).toBe('supabase');
  expect(roomOf('vitest.config.ts')?.folder).toBe('');
  expect(roomOf('scratch/file.ts')).toBeUndefined();
});

// Some start a tool that reads the whole tree, which takes long on a busy machine.
it.each(sourceChecks)('finds nothing: $name', { timeout: 120_000 }, ({ find }) => expect(find()).toEqual([]));
