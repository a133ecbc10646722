import { ownerOf } from '@masomo/contracts/findScreen';
import { revalidateOnIntent } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { prefetchScreen, preloadScreen } from './preloadScreen.ts';
import { warmUpScreen } from './warmUpScreen.ts';

type Connection = { saveData?: boolean; effectiveType?: string };

/** How long a page may change before its new links are looked at. */
const scanDelayMs = 500;

/** Whoever pays for every byte, or waits for each, is given only what they ask for. */
function savesData(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  return connection?.saveData === true || (connection?.effectiveType ?? '').includes('2g');
}

/** The path a link of this site leads to. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  return link.pathname;
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 3_000 }) : setTimeout(work, 200);

/** Fetches a screen ahead, and runs its scripts once they are here. */
async function prefetchAndWarmUp(path: string): Promise<void> {
  const screen = await prefetchScreen(path);
  // What fails here is tried again, and reported, when somebody goes there.
  if (screen)
    whenIdle(() => {
      warmUpScreen(screen, path).catch(() => undefined);
    });
}

/**
 * Fetches screens ahead, for every link of the page whoever drew it: at once when a pointer, a finger or the focus reaches
 * it, and when nothing else is to do, what visible links into other remotes lead to.
 */
export function watchLinks(): void {
  const announce = (event: Event) => {
    const path = pathOf(event.target);
    if (path === undefined || path === location.pathname) return;
    revalidateOnIntent();
    preloadScreen(path);
  };
  for (const event of ['pointerover', 'touchstart', 'focusin'] as const) document.addEventListener(event, announce, { passive: true });
  if (!savesData() && 'IntersectionObserver' in window) watchVisibleLinks();
}

function watchVisibleLinks(): void {
  const known = new WeakSet<Element>();
  const seen = new IntersectionObserver((entries) => {
    const here = ownerOf(registryStore.get(), location.pathname)?.manifest.name;
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const path = pathOf(target);
      if (path !== undefined && ownerOf(registryStore.get(), path)?.manifest.name !== here) whenIdle(() => void prefetchAndWarmUp(path));
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    for (const link of document.querySelectorAll('a[href^="/"]')) {
      if (known.has(link)) continue;
      known.add(link);
      seen.observe(link);
    }
  };
  const lookSoon = () => {
    timer ??= setTimeout(() => whenIdle(look), scanDelayMs);
  };
  new MutationObserver(lookSoon).observe(document.body, { childList: true, subtree: true });
  lookSoon();
}
