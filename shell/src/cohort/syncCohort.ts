import { getClient, sessionStore } from '@masomo/auth';
import { setCohort } from '@masomo/data/gateway';
import { refreshRegistry } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';

/** While a canary is limited to roles, sends the session of this tab to the gateway, once per person, so that it knows the role. */
export function syncCohort(): void {
  let syncedUser: string | null | undefined;

  async function sync(user: string | null): Promise<void> {
    const token = user && (await (await getClient()).auth.getSession()).data.session?.access_token;
    if (await setCohort(token ?? null)) await refreshRegistry();
  }
  const check = () => {
    const { status, user } = sessionStore.get();
    if (!registryStore.get().hasRoleCohorts || (status !== 'signed-in' && status !== 'signed-out')) return;
    const current = user?.id ?? null;
    const isFirstVisitor = current === null && syncedUser === undefined;
    if (current === syncedUser) return;
    syncedUser = current;
    if (isFirstVisitor) return;
    // Without it the person gets the live versions, as everyone else does.
    sync(current).catch((error: unknown) => console.warn('The role for canaries could not be sent.', error));
  };
  sessionStore.subscribe(check);
  registryStore.subscribe(check);
  check();
}
