import { settledSession } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { withoutLanguage } from '@masomo/contracts/languages';
import { redirect } from '@masomo/navigation';
import { preloadFiles } from '../preload/preloadScreen.ts';
import { registryStore } from '../registry/registryStore.ts';
import { loginPathFor, pathAfterLogin } from './loginPath.ts';
import { isClosedWhileUnread, isSentToEnrol, mayOpen } from './unreadRole.ts';

type LoaderArgs = { request: Request };

/** Says once why another page opens than the one that was asked for. Its code is no part of the first visit. */
function tell(reason: 'tellUnknownAddress' | 'tellForbiddenAddress', pathname: string): void {
  if (typeof document !== 'undefined') void import('./redirectNotices.ts').then((notices) => notices[reason](pathname));
}

/** Whether an address may be of a module or an add-on of which a browser is told only once the features of its school are known. */
function mayNeedFeatures(path: string): boolean {
  return path.startsWith('/dashboard/addons/') || (path.startsWith('/dashboard/') && !findScreen(registryStore.get(), path));
}

/**
 * Decides by the registry's manifests, before any code of a remote is loaded, whether this visitor may open an address. Without a
 * session it redirects to the sign-in page, with the wrong role to the dashboard and says so, from an unknown address to the home
 * page, or to the dashboard from within it.
 */
export async function guardScreen({ request }: LoaderArgs): Promise<Response | null> {
  const url = new URL(request.url);
  const path = withoutLanguage(url.pathname);
  if (mayNeedFeatures(path) && typeof document !== 'undefined') await (await import('../addons/startFeatureSync.ts')).featuresSettled();
  const screen = findScreen(registryStore.get(), path);
  if (!screen) {
    const isInDashboard = path.startsWith('/dashboard/') && (await settledSession()).status === 'signed-in';
    if (!isInDashboard) return redirect('/');
    tell('tellUnknownAddress', path);
    return redirect('/dashboard');
  }
  const { access } = screen.route;
  if (access !== 'anyone') {
    const session = await settledSession();
    if (session.status !== 'signed-in') return redirect(loginPathFor(path + url.search + url.hash));
    if (isSentToEnrol(session.user, path)) return redirect('/dashboard/profile');
    // Nothing is shown and no role refused before it is known.
    if (isClosedWhileUnread(screen.route, session.user)) return null;
    if (!mayOpen(screen.route, session.user)) {
      tell('tellForbiddenAddress', path);
      return redirect('/dashboard');
    }
  }
  // Before anything is rendered, as downloading takes longest on a first visit. The server runs guards too and downloads nothing.
  if (typeof document !== 'undefined') preloadFiles(screen.remote, path);
  return null;
}

/** Redirects a signed-in visitor away from the sign-in page. */
export async function skipLoginWhenSignedIn({ request }: LoaderArgs): Promise<Response | null> {
  const session = await settledSession();
  return session.status === 'signed-in' ? redirect(pathAfterLogin(new URL(request.url).search, session.user)) : null;
}
