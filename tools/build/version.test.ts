import { expect, test } from 'vitest';
import { readAppSources } from './version.ts';

test('equal sources give the same version; another app or mode gives a different one', () => {
  const version = readAppSources('mfe-store').version;
  expect(version).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{10}$/);
  expect(readAppSources('mfe-store').version).toBe(version);
  expect(readAppSources('mfe-store', 'fast').version).not.toBe(version);
  expect(readAppSources('mfe-cms').version).not.toBe(version);
});

test('a remote lists the names it needs from facades and bundles none of their files', () => {
  const { needs, files, serverEntry } = readAppSources('mfe-cms');
  expect(Object.keys(needs)).toContain('@masomo/remote');
  expect(serverEntry).toBeUndefined();
  expect(files.filter((file) => /^shared\/(auth|navigation|design-system|remote\/src\/(index|defineRemote))\b/.test(file))).toEqual([]);
});
