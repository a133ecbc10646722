import { useSyncExternalStore, type ReactNode } from 'react';
import { Router, type Location, type Navigator } from 'react-router-dom';

/** The shell's router as a remote sees it. */
export type NavigationSource = { get(): Location; subscribe(listener: () => void): () => void; navigator: Navigator };

let source: NavigationSource | undefined;

/** Installed once by the shell, the only owner of the browser's history. */
export function provideNavigation(next: NavigationSource): void {
  source = next;
}

/** Gives a remote's root the shell's location, so `Routes`, `Link` and `useNavigate` work across roots. */
export function RemoteRouter({ children }: { children: ReactNode }) {
  if (!source) throw new Error('No navigation: provideNavigation() was never called.');
  const location = useSyncExternalStore(source.subscribe, source.get, source.get);
  return <Router location={location} navigator={source.navigator}>{children}</Router>;
}
