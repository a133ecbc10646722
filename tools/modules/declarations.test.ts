import { describe, expect, it } from 'vitest';
import { readManifest } from '../build/readManifest.ts';
import { appOf } from '../build/workspace.ts';
import { moduleAccess } from './access.ts';
import { moduleDeclarations } from './declarations.ts';

describe.each([...moduleDeclarations])('%s', (folder, { feature, soldAs, records, tablesWithoutPeople = [] }) => {
  it('says of each of its tables whom it is about, or that it is about nobody', () => {
    const described = [...records.flatMap(({ tables }) => tables), ...tablesWithoutPeople];
    expect(described.sort()).toEqual(Object.keys(moduleAccess.get(folder)?.tables ?? {}).sort());
  });

  it('has a manifest of the name of its folder, for schools that have it', async () => {
    const manifest = await readManifest(appOf(folder));
    expect([manifest.name, manifest.requires]).toEqual([appOf(folder), typeof soldAs === 'object' ? Object.keys(soldAs) : [feature]]);
  });
});
