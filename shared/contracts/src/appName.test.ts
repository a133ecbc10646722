import { describe, expect, it } from 'vitest';
import { appName, featureName, releasedFile, remoteName } from './appName.ts';
import { loadedVersionsSchema } from './loadedVersions.ts';
import { releaseReportSchema } from './releaseReport.ts';
import { remoteManifestSchema } from './remoteManifest.ts';

describe('what is released', () => {
  it.each(['mfe-cms', 'addon-quick-fees', 'module-library'])('%s is the name of a remote', (name) => {
    expect([remoteName.test(name), appName.test(name)]).toEqual([true, true]);
    expect(releasedFile.exec(`at https://school.test/releases/${name}/0.1.0-aa/js/4.js:1:9`)?.slice(1)).toEqual([name, '0.1.0-aa']);
    expect(
      remoteManifestSchema.safeParse({ name, owns: ['/a'], routes: [{ path: '/a' }], menu: [], prerender: false }).error?.issues ?? [],
    ).not.toContainEqual(expect.objectContaining({ path: ['name'] }));
    expect(loadedVersionsSchema.safeParse({ [name]: '0.1.0-aa' }).success).toBe(true);
    const report = {
      visit: '12345678',
      path: '/',
      versions: {},
      samples: [],
      failures: [{ app: name, version: '1', number: 'SHELL-018', detail: '' }],
    };
    expect(releaseReportSchema.safeParse(report).success).toBe(true);
  });

  it.each(['modules-library', 'module-', 'module-Library', `module-${'a'.repeat(41)}`, 'x module-library'])('%s is none', (name) => {
    expect([remoteName.test(name), appName.test(name)]).toEqual([false, false]);
  });

  it('is required by the features of modules and add-ons', () => {
    expect(['addon:quick-fees', 'module:library', 'library', 'mfe:cms'].map((name) => featureName.test(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
