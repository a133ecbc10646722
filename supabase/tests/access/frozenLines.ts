import path from 'node:path';
import { expect } from 'vitest';
import { moduleObjects } from '@masomo/tools/modules/objects.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The module that brought what a line is about: the name that it begins with, or the function that its trigger executes. */
export function ownerOf(line: string): string | undefined {
  const name = /^(?:public\.|private\.)?(\w+)/.exec(line)?.[1] ?? '';
  const executed = / EXECUTE FUNCTION private\.(\w+)/.exec(line)?.[1] ?? '';
  return moduleObjects.get(name) ?? moduleObjects.get(executed);
}

/** Compares lines with those kept in `frozen/<name>.txt`, and those of a module with the same file below its `schema`. */
export async function expectFrozen(name: string, lines: readonly string[]): Promise<void> {
  const parts = new Map<string, string[]>([['supabase/tests/access', []]]);
  for (const line of lines) {
    const owner = ownerOf(line);
    const folder = owner === undefined ? 'supabase/tests/access' : `${owner}/schema`;
    parts.set(folder, [...(parts.get(folder) ?? []), line]);
  }
  for (const [folder, kept] of parts)
    await expect(`${kept.join('\n')}\n`).toMatchFileSnapshot(path.join(root, folder, `frozen/${name}.txt`));
}
