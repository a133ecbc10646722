import { withoutLanguage } from '@masomo/contracts/languages';
import { openedIdentity } from '@masomo/auth';
import { getDb, markContentStale, mutate } from '@masomo/data';
import { contentAggregates, getContentRevision } from '@masomo/data/site/contentRevision';
import type { ShellRouter } from '../router/startRouter.ts';

const isContent = (key: unknown) => Array.isArray(key) && contentAggregates.includes(String(key[0]));

/**
 * Shows in an open tab, from its next navigation on, what has been changed in the CMS: each navigation reads the content
 * revision, and only a higher one reloads the content. `known` is the revision the page was rendered with.
 */
export function revalidateContent(router: ShellRouter, known: number | undefined): void {
  let path = router.state.location.pathname;
  let lastRevision = known;
  async function compareRevision(readRevision: () => Promise<number>): Promise<void> {
    const revision = await readRevision();
    if (lastRevision !== undefined && revision > lastRevision) {
      markContentStale();
      await mutate(isContent);
    }
    lastRevision = revision;
  }
  // Without the network the tab goes on showing what it has.
  const check = (readRevision: () => Promise<number>) =>
    void compareRevision(readRevision).catch((error: unknown) => console.warn('The content revision could not be read.', error));
  const readCurrent = async () => getContentRevision(await getDb());
  // A signed-in user's identity already contains the revision.
  if (known === undefined) check(async () => (await openedIdentity())?.contentRevision ?? (await readCurrent()));
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === path) return;
    path = location.pathname;
    if (!withoutLanguage(path).startsWith('/dashboard')) check(readCurrent);
  });
}
