import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSupabaseConfig } from '../backend/supabaseConfig.ts';

const folder = path.resolve(import.meta.dirname, '../../../../supabase/functions');
const mapSchema = z.object({ imports: z.record(z.string(), z.string()) });
const configSchema = z.object({ functions: z.record(z.string(), z.object({ import_map: z.string(), verify_jwt: z.boolean() })) });

async function importsOf(file: string): Promise<string[]> {
  return [...(await readFile(file, 'utf8')).matchAll(/^(?:import|export) .*from '([^']+)';$/gm)].map(([, specifier]) => specifier ?? '');
}

test('the import map resolves every import of the functions', async () => {
  const { imports } = mapSchema.parse(JSON.parse(await readFile(path.join(folder, 'deno.json'), 'utf8')));
  const queue = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !/\.(d|test)\.ts$/.test(name))
    .map((name) => path.join(folder, name));
  const seen = new Set<string>();
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of await importsOf(file)) {
      // Deno provides Node's built-in modules.
      if (specifier.startsWith('node:')) continue;
      const target = specifier.startsWith('.') ? path.resolve(path.dirname(file), specifier) : imports[specifier];
      expect(target, `${path.relative(folder, file)} imports "${specifier}": add it to supabase/functions/deno.json`).toBeDefined();
      if (!target || target.startsWith('npm:')) continue;
      const resolved = path.resolve(folder, target);
      expect(existsSync(resolved), `${specifier} of ${path.relative(folder, file)}`).toBe(true);
      queue.push(resolved);
    }
  }
  expect(seen.size).toBeGreaterThan(10);
});

test('every function has an entry in config.toml', async () => {
  const { functions } = configSchema.parse(await readSupabaseConfig());
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name);
  expect(Object.keys(functions).sort()).toEqual(names.sort());
});
