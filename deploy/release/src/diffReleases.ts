import type { FacadeExports, ReleaseManifest } from '@masomo/contracts/release';

type Changes = { added: string[]; removed: string[] };

/** The differences between two releases of an app. */
export type ReleaseDiff = { files: Changes & { changed: string[] }; bytes: number; needs: Changes; offers: Changes; routes: Changes };

function compare(before: readonly string[], after: readonly string[]): Changes {
  const [beforeSet, afterSet] = [new Set(before), new Set(after)];
  return { added: after.filter((name) => !beforeSet.has(name)), removed: before.filter((name) => !afterSet.has(name)) };
}

const namesOf = (exports: FacadeExports = {}) =>
  Object.entries(exports)
    .flatMap(([facade, names]) => names.map((name) => `${name} from ${facade}`))
    .sort();
const routesOf = ({ manifest }: ReleaseManifest) =>
  (manifest?.routes ?? []).map(({ path, access }) => `${path} (${Array.isArray(access) ? access.join(', ') : access})`);
const bytesOf = ({ files }: ReleaseManifest) => Object.values(files).reduce((sum, { size }) => sum + size, 0);

/** Compares two releases of one app: their files, needs, offers and routes. */
export function diffReleases(before: ReleaseManifest, after: ReleaseManifest): ReleaseDiff {
  const files = compare(Object.keys(before.files), Object.keys(after.files));
  const changed = Object.keys(after.files).filter(
    (name) => before.files[name] && before.files[name].integrity !== after.files[name]?.integrity,
  );
  return {
    files: { ...files, changed },
    bytes: bytesOf(after) - bytesOf(before),
    needs: compare(namesOf(before.needs), namesOf(after.needs)),
    offers: compare(namesOf(before.offers), namesOf(after.offers)),
    routes: compare(routesOf(before), routesOf(after)),
  };
}
