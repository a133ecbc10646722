import { settledSession } from '@masomo/auth';
import { findScreen, mayEnter } from '@masomo/contracts/findScreen';
import { redirect } from '@masomo/navigation';
import { preloadFiles } from '../preload/preloadScreen.ts';
import { registryStore } from '../registry/registryStore.ts';
import { loginPathFor, pathAfterLogin } from './loginPath.ts';

type LoaderArgs = { request: Request };

/**
 * May this visitor enter this address? Decided from the manifests before any code of the remote is asked for:
 * without a session to sign in, with the wrong role to the dashboard, an unknown address to the start.
 */
export async function guardScreen({ request }: LoaderArgs): Promise<Response | null> {
  const url = new URL(request.url);
  const screen = findScreen(registryStore.get(), url.pathname);
  if (!screen) return redirect('/');
  const { access } = screen.route;
  if (access !== 'anyone') {
    const session = await settledSession();
    if (session.status !== 'signed-in') return redirect(loginPathFor(url.pathname + url.search + url.hash));
    if (!mayEnter(access, session.user.role)) return redirect('/dashboard');
  }
  // Before anything is drawn: the way to the server is the longest part of a first visit. The server guards as well, and fetches nothing.
  if (typeof document !== 'undefined') preloadFiles(screen.remote, url.pathname);
  return null;
}

/** Somebody who is in already has no use for the sign-in form. */
export async function skipLoginWhenSignedIn({ request }: LoaderArgs): Promise<Response | null> {
  const session = await settledSession();
  return session.status === 'signed-in' ? redirect(pathAfterLogin(new URL(request.url).search, session.user.role)) : null;
}
