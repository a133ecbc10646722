import { getClient, sessionStore } from '@masomo/auth';
import { refreshRegistry } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';

const address = '/_releases/cohort';

/** While something is under trial with people of certain roles: tells whose session this tab has, once per person. */
export function syncCohort(): void {
  let told: string | null | undefined;

  async function tell(user: string | null): Promise<void> {
    const token = user && (await (await getClient()).auth.getSession()).data.session?.access_token;
    const answer = await fetch(address, token ? { method: 'PUT', headers: { authorization: `Bearer ${token}` } } : { method: 'DELETE' });
    if (answer.ok) await refreshRegistry();
  }
  const check = () => {
    const { status, user } = sessionStore.get();
    if (!registryStore.get().hasRoleCohorts || (status !== 'signed-in' && status !== 'signed-out')) return;
    const who = user?.id ?? null;
    const wasTold = told;
    if (who === wasTold) return;
    told = who;
    if (who === null && wasTold === undefined) return;
    // Who cannot be told gets what everybody has.
    tell(who).catch((error: unknown) => console.warn('Trials by role were not asked for.', error));
  };
  sessionStore.subscribe(check);
  registryStore.subscribe(check);
  check();
}
