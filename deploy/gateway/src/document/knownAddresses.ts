import { LRUCache } from 'lru-cache';
import { withoutLanguage } from '@masomo/contracts/languages';
import type { RegistryRemote } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';

type Known = { addresses: ReadonlySet<string> | null };
type Source = { remote: RegistryRemote };

/**
 * What is at an address. Old addresses that have `moved` are found in any case. A release of before lists none of its addresses, so
 * theirs are `unlisted`.
 */
export type Found = 'page' | 'moved' | 'nothing' | 'unlisted';

/** The releases and revisions that are current at a time. */
const maxLists = 20;

/**
 * The addresses that remotes have pages for, asked for once per release and revision of the content, so that made-up addresses cost no
 * render each. While a list cannot be read the last one counts.
 */
export function followKnownAddresses(pages: Pick<PageRenderer, 'addresses'>) {
  const last = new Map<string, Known>();
  const lists = new LRUCache<string, Known, Source>({
    max: maxLists,
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { remote } }) {
      const { name } = remote.manifest;
      const listed = await pages.addresses(name, remote);
      const known = { addresses: listed && new Set(listed) };
      last.set(name, known);
      return known;
    },
  });

  /** What a remote has at a path. Rejects when its list cannot be read and none was before. */
  return async (remote: RegistryRemote, revision: number, requested: string): Promise<Found> => {
    const { name } = remote.manifest;
    const { addresses } = await lists
      .forceFetch(`${name} ${remote.version} ${revision}`, { context: { remote } })
      .catch((error: unknown) => {
        const before = last.get(name);
        if (!before) throw error;
        return before;
      });
    const path = withoutLanguage(requested);
    if (!addresses) return 'unlisted';
    if (addresses.has(path)) return 'page';
    return addresses.has(path.toLowerCase()) ? 'moved' : 'nothing';
  };
}
