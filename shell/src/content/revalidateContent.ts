import { getDb, markContentChanged, mutate } from '@masomo/data';
import { contentAggregates, getContentRevision } from '@masomo/data/site/contentRevision';
import type { ShellRouter } from '../router/startRouter.ts';

const isContent = (key: unknown) => Array.isArray(key) && contentAggregates.includes(String(key[0]));

/**
 * An open tab shows what has been changed in the CMS from its next navigation on: one small question per navigation, and
 * the content anew only when the answer has grown. `known` is the revision the page was drawn with.
 */
export function revalidateContent(router: ShellRouter, known: number | undefined): void {
  let path = router.state.location.pathname;
  let seen = known;
  async function look(): Promise<void> {
    const revision = await getContentRevision(await getDb());
    if (seen !== undefined && revision > seen) {
      markContentChanged();
      await mutate(isContent);
    }
    seen = revision;
  }
  // Without the network the tab keeps what it has.
  const follow = () => void look().catch((error: unknown) => console.warn('Whether the content has changed could not be asked.', error));
  if (known === undefined) follow();
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === path) return;
    path = location.pathname;
    if (!path.startsWith('/dashboard')) follow();
  });
}
