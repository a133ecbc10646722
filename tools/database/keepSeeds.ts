import { copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { seedFiles } from '@masomo/local/database/seedFiles';
import { root } from '../root.ts';

/** Data as an installation at the baseline has it, which the test of upgrades loads. */
export const baselineData = path.join(root, 'supabase/tests/baseline');

/** Keeps the seeds of today beside the baseline that is written today: those of later versions fit later tables. */
export async function keepSeeds(): Promise<void> {
  await rm(baselineData, { recursive: true, force: true });
  await mkdir(baselineData, { recursive: true });
  for (const [index, { name, file }] of seedFiles().entries())
    await copyFile(
      file,
      path.join(baselineData, `${String(index + 1).padStart(2, '0')}_${name.replace(/^\d\d_/, '').replaceAll(/[/-]/g, '_')}`),
    );
}
