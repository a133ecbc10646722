import { schoolFeatures, sessionStore, settledSession } from '@masomo/auth';
import { provideExtensions } from '@masomo/contracts/slots';
import { asShellError, reportShellError, ShellError } from '../remotes/shellErrors.ts';
import { changeFeatures, isFetchedFor } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { recordFailure } from '../telemetry/releaseReports.ts';
import { createExtensionHost } from './createExtensionHost.ts';

let settled: Promise<void> = Promise.resolve();
let isSyncing = false;

/** Keeps the registry at the add-ons of the signed-in person's school, and fills the slots from it. */
export function startFeatureSync(): void {
  if (isSyncing) return;
  isSyncing = true;
  apply();
  sessionStore.subscribe(apply);
  const host = createExtensionHost();
  provideExtensions(host);
  const notify = () => provideExtensions(host);
  registryStore.subscribe(notify);
  sessionStore.subscribe(notify);
}

function apply(): void {
  const features = Object.keys(schoolFeatures.get()).sort();
  if (isFetchedFor(features)) return;
  settled = changeFeatures(features)
    .then(reportUnmet)
    .catch((cause: unknown) => {
      // The next poll of the registry asks for them again.
      reportShellError(asShellError(cause, 'registryUnreachable'));
    });
}

/** Tells those who release that a school has bought what this version of the product cannot load. */
function reportUnmet(): void {
  for (const [app, { version, missing }] of Object.entries(registryStore.get().unmet ?? {})) {
    const error = new ShellError('unknownRemote', app, new Error(`needs ${missing.join(', ')}`));
    reportShellError(error);
    recordFailure(app, version, error);
  }
}

/** Resolves when the registry has the add-ons of the signed-in person's school. */
export async function featuresSettled(): Promise<void> {
  await settledSession();
  if (Object.keys(schoolFeatures.get()).length === 0) return;
  startFeatureSync();
  await settled;
}
