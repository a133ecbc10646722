import { ownerOf } from '@masomo/contracts/findScreen';
import { getDb } from '@masomo/data';
import { revalidateOnIntent } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { resumePrefetching } from './prefetchFile.ts';
import { prefetchScreen, preloadScreen } from './preloadScreen.ts';
import { warmUpScreen } from './warmUpScreen.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** How long the page may go on changing before its new links are observed. */
const scanDelayMs = 500;

/** Whether the visitor pays for bytes or has a slow connection; then nothing is prefetched. */
function savesData(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  return connection?.saveData === true || (connection?.effectiveType ?? '').includes('2g');
}

/** The path a link within this site leads to. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  return link.pathname;
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3_000 }) : setTimeout(work, 200);

async function prefetchAndWarmUp(path: string): Promise<void> {
  const screen = await prefetchScreen(path);
  // A failure is retried and reported when a visitor opens the screen.
  if (screen)
    whenIdle(() => {
      warmUpScreen(screen, path).catch(() => undefined);
    });
}

/**
 * Loads the screens that links of the page lead to, whichever remote rendered them: at once when a pointer, a finger or the
 * focus reaches a link, and in idle time for visible links into other remotes.
 */
export function watchLinks(): void {
  const onIntent = (event: Event) => {
    const path = pathOf(event.target);
    if (path === undefined || path === location.pathname) return;
    revalidateOnIntent();
    preloadScreen(path);
    // Its data are read with the client, which is loaded with the first query.
    getDb().catch(() => undefined);
  };
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const) document.addEventListener(event, onIntent, { passive: true });
  if (savesData() || !('IntersectionObserver' in window)) return;
  // The next field of a form has the focus a moment later.
  document.addEventListener('focusout', () => setTimeout(resumePrefetching));
  watchVisibleLinks();
}

function watchVisibleLinks(): void {
  const observed = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    const here = ownerOf(registryStore.get(), location.pathname)?.manifest.name;
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const path = pathOf(target);
      if (path !== undefined && ownerOf(registryStore.get(), path)?.manifest.name !== here) whenIdle(() => void prefetchAndWarmUp(path));
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scan = () => {
    timer = undefined;
    for (const link of document.querySelectorAll('a[href^="/"]')) {
      if (observed.has(link)) continue;
      observed.add(link);
      observer.observe(link);
    }
  };
  const scheduleScan = () => {
    timer ??= setTimeout(() => whenIdle(scan), scanDelayMs);
  };
  new MutationObserver(scheduleScan).observe(document.body, { childList: true, subtree: true });
  scheduleScan();
}
