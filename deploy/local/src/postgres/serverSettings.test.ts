import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { machineMemory, serverSettings } from './serverSettings.ts';

const gibibyte = 2 ** 30;
const memorySettings = ['shared_buffers', 'effective_cache_size', 'work_mem', 'maintenance_work_mem', 'min_wal_size', 'max_wal_size'];
const sizesOf = (memory: number) => memorySettings.map((name) => Number.parseInt(serverSettings(memory)[name] ?? '', 10));

it.each([
  [0.5, [64, 256, 4, 32, 80, 512]],
  [2, [256, 1024, 4, 64, 80, 512]],
  [8, [1024, 4096, 10, 256, 256, 2048]],
  [32, [4096, 16_384, 40, 1024, 1024, 8192]],
  [1024, [8192, 262_144, 64, 1024, 1024, 8192]],
])('a machine of %d GB', (memory, sizes) => {
  expect(sizesOf(memory * gibibyte)).toEqual(sizes);
});

it('more memory never means less of anything, and the cache with a sort on every fourth connection stays under half of it', () => {
  let smaller = sizesOf(gibibyte);
  for (let memory = 1; memory <= 512; memory += 1) {
    const sizes = sizesOf(memory * gibibyte);
    sizes.forEach((size, index) => expect(size).toBeGreaterThanOrEqual(smaller[index]!));
    const [cache = 0, , sort = 0] = sizes;
    expect(cache + 50 * sort).toBeLessThanOrEqual((memory * 1024) / 2);
    smaller = sizes;
  }
});

it('plans are made for solid-state disks and never compiled', () => {
  expect(serverSettings(8 * gibibyte)).toMatchObject({ random_page_cost: '1.1', jit: 'off', max_connections: '200' });
});

it("a container's limit counts when it is lower than the machine's memory", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'masomo-memory-'));
  const file = path.join(folder, 'memory.max');
  try {
    writeFileSync(file, '536870912\n');
    expect(machineMemory([file])).toBe(gibibyte / 2);
    for (const unlimited of ['max\n', '9223372036854771712\n', '']) {
      writeFileSync(file, unlimited);
      expect(machineMemory([file])).toBe(totalmem());
    }
    expect(machineMemory([path.join(folder, 'none')])).toBe(totalmem());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
