import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { Router, type Location, type Navigator } from 'react-router-dom';

/** The shell's router as remotes see it. */
export type NavigationSource = {
  /**
   * The address as this remote sees it: the current one while it is the remote's own, else the last one that was. A remote that
   * is being unmounted never sees another remote's address, which would look like an unknown page to it.
   */
  get(remote: string): Location;
  subscribe(listener: () => void): () => void;
  navigator: Navigator;
};

let source: NavigationSource | undefined;

/** Installed once by the shell, the only owner of the browser's history. */
export function provideNavigation(next: NavigationSource): void {
  source = next;
}

/** Gives a remote's root the shell's location, so `Routes`, `Link` and `useNavigate` work across roots. */
export function RemoteRouter({ remote, children }: { remote: string; children: ReactNode }) {
  if (!source) throw new Error('No navigation: provideNavigation() was never called.');
  const { subscribe, get, navigator } = source;
  const read = useCallback(() => get(remote), [get, remote]);
  const location = useSyncExternalStore(subscribe, read, read);
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
