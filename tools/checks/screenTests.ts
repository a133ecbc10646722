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

/** A feature is the folder of a screen, a module or an add-on as a whole. */
const featureOf = (screen: string) => /^(modules|addons)\/[a-z-]+/.exec(screen)?.[0] ?? path.posix.dirname(screen);

/** Features whose screens no test opens by their address. `sources` are the files of the remotes. */
export function featuresWithoutScreenTest(sources: ReadonlyMap<string, string>): string[] {
  const opensRoute = (source: string) => source.includes('renderRoute(');
  const isTest = (file: string) => file.endsWith('.test.tsx');
  const isScreenTest = (file: string, source: string) =>
    isTest(file) && (opensRoute(source) || importsOf(file, source).some((imported) => opensRoute(sources.get(imported) ?? '')));
  const screens = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, source]) => importsOf(file, source).filter((imported) => /Page\.tsx$/.test(imported) && isLazy(source, imported)));
  const tests = [...sources].filter(([file, source]) => isScreenTest(file, source)).map(([file]) => file);
  const features = [...new Set(screens.map(featureOf))].sort();
  return features.filter((feature) => !tests.some((test) => test.startsWith(`${feature}/`)));
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
