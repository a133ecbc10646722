import { settledSession } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { redirect } from '@masomo/navigation';
import { registryStore } from '../registry/registryStore.ts';
import { loginPathFor, rememberedPath } from './loginPath.ts';

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
  if (access === 'anyone') return null;
  const session = await settledSession();
  if (session.status !== 'signed-in') return redirect(loginPathFor(url.pathname + url.search + url.hash));
  if (access === 'signed-in' || access.includes(session.user.role)) return null;
  return redirect('/dashboard');
}

/** Somebody who is in already has no use for the sign-in form. */
export async function skipLoginWhenSignedIn({ request }: LoaderArgs): Promise<Response | null> {
  const session = await settledSession();
  return session.status === 'signed-in' ? redirect(rememberedPath(new URL(request.url).search, session.user.role)) : null;
}
