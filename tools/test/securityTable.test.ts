import { describe, expect, it } from 'vitest';
import { trackedFiles } from '../checks/trackedFiles.ts';
import { readSecurityTable } from './securityTable.ts';

describe('docs/security.md', () => {
  it('names for each finding a test that exists', async () => {
    const files = trackedFiles();
    const rows = await readSecurityTable();
    expect(rows.length).toBeGreaterThan(30);
    const missing = rows.flatMap(({ finding, tests, journeys }) =>
      [...tests, ...journeys].length === 0
        ? [`no test: ${finding}`]
        : [...tests, ...journeys].filter((test) => !files.some((file) => file.endsWith(test))),
    );
    expect(missing).toEqual([]);
  });
});
