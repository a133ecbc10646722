import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRemoteSource } from './remoteFiles.ts';
import { trackedFiles } from './trackedFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Files that a source imports by a relative path, lazily or not. */
function importsOf(file: string, source: string): string[] {
  const found = source.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g);
  return [...found].map(([, address = '']) => path.posix.join(path.posix.dirname(file), address));
}

/** The folder of a screen, or the module or add-on that it is a part of. */
const screenFolderOf = (screen: string) => /^(modules|addons)\/[a-z-]+/.exec(screen)?.[0] ?? path.posix.dirname(screen);

/** Folders whose screens no test opens by their address. `sources` are the files of the remotes. */
export function screensWithoutTest(sources: ReadonlyMap<string, string>): string[] {
  const opensRoute = (source: string) => source.includes('renderRoute(');
  const isTest = (file: string) => file.endsWith('.test.tsx');
  const isScreenTest = (file: string, source: string) =>
    isTest(file) && (opensRoute(source) || importsOf(file, source).some((imported) => opensRoute(sources.get(imported) ?? '')));
  const screens = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, source]) => importsOf(file, source).filter((imported) => /Page\.tsx$/.test(imported) && isLazy(source, imported)));
  const tests = [...sources].filter(([file, source]) => isScreenTest(file, source)).map(([file]) => file);
  const folders = [...new Set(screens.map(screenFolderOf))].sort();
  return folders.filter((folder) => !tests.some((test) => test.startsWith(`${folder}/`)));
}

/** Screens are loaded when they are first opened; what a screen imports at once is a part of it. */
const isLazy = (source: string, screen: string) => new RegExp(`import\\('[^']*/${path.posix.basename(screen)}'\\)`).test(source);

/** The files of the remotes and add-ons with their text. */
export function remoteSources(): Map<string, string> {
  return new Map(
    trackedFiles()
      .filter(isRemoteSource)
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
}
