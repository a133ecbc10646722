import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importProblem } from '../checks/roomsRule.ts';
import { screensWithoutTest } from '../checks/screenTests.ts';
import { moduleFiles, newModule } from './newModule.ts';

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'masomo-module-'));
});
afterEach(() => rmSync(repository, { recursive: true }));

describe.each([
  ['module', 'modules/school-bus', '/dashboard/school-bus'],
  ['addon', 'addons/school-bus', '/dashboard/addons/school-bus'],
] as const)('a new %s', (kind, folder, home) => {
  it('is one folder, beside which nothing is written', async () => {
    const written = await newModule(kind, 'school-bus', 'School Bus', repository);
    const found = globSync('**/*.*', { cwd: repository }).filter((file) => /\.(ts|tsx|json|sql)$/.test(file));
    expect(found.sort()).toEqual(written.sort());
    expect(written.filter((file) => !file.startsWith(`${folder}/`))).toEqual([]);
    expect(written).toEqual(
      expect.arrayContaining(
        ['module.ts', 'demo.sql', 'fixture.sql', 'schema/school_bus.sql', 'schema/access.ts'].map((file) => `${folder}/${file}`),
      ),
    );
  });

  it('shows how its table says its duties', () => {
    expect(moduleFiles(kind, 'school-bus', 'School Bus')['schema/school_bus.sql']).toContain(
      `\n-- select private.school_table('public.school_bus', feature => '${kind}:school-bus', audit => true, counts_use => true);\n`,
    );
  });

  it('keeps the rules for imports, and its screen has a test', () => {
    const files = moduleFiles(kind, 'school-bus', 'School Bus');
    const problems = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, specifier = '']) => importProblem(`${folder}/${file}`, specifier)),
    );
    expect(problems.length).toBeGreaterThan(20);
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
    const sources = new Map(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
    expect(screensWithoutTest(sources)).toEqual([]);
    sources.delete(`${folder}/screens/home/home.test.tsx`);
    expect(screensWithoutTest(sources)).toEqual([folder]);
  });

  it('declares no package that it does not import', () => {
    const { 'package.json': declared = '', ...sources } = moduleFiles(kind, 'school-bus', 'School Bus');
    const { dependencies } = JSON.parse(declared) as { dependencies: Record<string, string> };
    const text = Object.values(sources).join('\n');
    expect(Object.keys(dependencies).filter((name) => !text.includes(`from '${name}`))).toEqual([]);
  });

  it('is declared by its feature, and sold by its title only as an add-on', () => {
    const declaration = moduleFiles(kind, 'school-bus', "Pupils' Bus")['module.ts'];
    expect(declaration).toContain(`feature: '${kind}:school-bus'`);
    expect(declaration).toContain(`const home = '${home}'`);
    expect(declaration?.includes('soldAs')).toBe(kind === 'addon');
    expect(declaration).toContain(`translatable("Pupils' Bus")`);
  });
});

it.each(['School-bus', 'bus-', 'form-4', 'a'.repeat(35), '../bus'])('refuses the name %s, which no release may have', async (slug) => {
  await expect(newModule('module', slug, 'School Bus', repository)).rejects.toThrow('lower case');
});

it('refuses a name that another module or add-on has', async () => {
  await newModule('addon', 'school-bus', 'School Bus', repository);
  await expect(newModule('module', 'school-bus', 'School Bus', repository)).rejects.toThrow('addons/school-bus exists already.');
  await expect(newModule('addon', 'school-bus', '<b>', repository)).rejects.toThrow('title');
});
