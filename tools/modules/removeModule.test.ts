import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planRemoval, releasedMigrations, removeFiles } from './removeModule.ts';

const folder = 'modules/library';
const own = 'supabase/migrations/20270102000000_add_library.sql';
const objects = new Map([
  ['library_loans', folder],
  ['bus_stops', 'addons/school-bus'],
]);
let repository: string;
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  writeFileSync(path.join(repository, file), text);
};
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], { cwd: repository });
const plan = () => planRemoval(folder, releasedMigrations('main', repository), repository, objects);

beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'masomo-module-'));
  git('init', '--quiet', '--initial-branch', 'main');
  write('supabase/migrations/20270101000000_baseline.sql', 'create table public.bus_stops (id uuid);');
  git('add', '-A');
  git('commit', '--quiet', '--message', 'start');
  write(`${folder}/module.ts`, '');
  write(own, 'create table public.library_loans (id uuid);');
});
afterEach(() => rmSync(repository, { recursive: true }));

it('leaves nothing of a module that no installation has run', () => {
  git('checkout', '--quiet', '-b', 'library');
  git('add', '-A');
  git('commit', '--quiet', '--message', 'add it');
  expect(plan()).toEqual({ folder, feature: 'module:library', migrations: [own], isReleased: false });
  expect(removeFiles(plan(), repository)).toEqual([folder, own]);
  expect([folder, own].filter((file) => existsSync(path.join(repository, file)))).toEqual([]);
  expect(execFileSync('git', ['diff', '--stat', 'main'], { cwd: repository, encoding: 'utf8' })).toBe('');
});

it('keeps the migrations of one that is released, which a further one retires', () => {
  git('add', '-A');
  git('commit', '--quiet', '--message', 'add it');
  expect(plan().isReleased).toBe(true);
  expect(removeFiles(plan(), repository)).toEqual([folder]);
  expect(existsSync(path.join(repository, own))).toBe(true);
});

it('is refused where there is no such module, or no branch of releases', () => {
  expect(() => planRemoval('modules/books', new Set(), repository, objects)).toThrow('There is no modules/books.');
  expect(() => releasedMigrations('trunk', repository)).toThrow('There is no branch trunk.');
});
