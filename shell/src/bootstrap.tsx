import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { languageOf } from '@masomo/contracts/languages';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { catalogues } from '@masomo/i18n/catalogues';
import { documentIds, pageDataSelector } from '@masomo/contracts/document';
import { provideLoadedVersions } from '@masomo/contracts/provideLoadedVersions';
import { startAuth } from '@masomo/auth';
import { serializeKey } from '@masomo/data';
import { watchTyping } from '@masomo/navigation';
import { contentRevisionKeys } from '@masomo/data/site/contentRevision';
import { asShellError, reportShellError } from './remotes/shellErrors.ts';
import { revalidateContent } from './content/revalidateContent.ts';
import { listenForInstallPrompt } from './install/installStore.ts';
import { registerServiceWorker } from './offline/registerServiceWorker.ts';
import { countVisits } from './visits/countVisits.ts';
import { followConsent } from './consent/consentStore.ts';
import { sharedModules } from './sharedModules.ts';
import { watchLinks } from './preload/watchLinks.ts';
import { readConfig } from './registry/readConfig.ts';
import { syncCohort } from './cohort/syncCohort.ts';
import { pollRegistry, startRegistry } from './registry/revalidateRegistry.ts';
import { nextTask } from './start/nextTask.ts';
import { replayEvents } from './start/replayEvents.ts';
import { applyDocumentData } from './start/applyDocumentData.ts';
import { measureVitals } from './telemetry/measureVitals.ts';
import { loadedVersions } from './telemetry/releaseReports.ts';
import { startTracing } from './telemetry/startTracing.ts';
import { watchErrors } from './telemetry/watchErrors.ts';
import { startLive } from './live/startLive.ts';
import { followLanguage } from './language/followLanguage.ts';
import { loadModuleTexts } from './language/loadModuleTexts.ts';
import { followTimeZone } from './language/followTimeZone.ts';
import { showBootFailure } from './bootFailure.ts';
import { configureZod } from './configureZod.ts';
import { startAfterFirstScreen } from './addons/startAfterFirstScreen.ts';
import { keepTextsOfReact } from './translation/keepTextsOfReact.ts';

/** Starts the page: registry and configuration, then the session, then the frame; in several tasks, so that presses are answered in between. */
async function boot(): Promise<void> {
  configureZod();
  keepTextsOfReact();
  watchTyping();
  listenForInstallPrompt();
  // Whatever has texts is loaded after them.
  const language = languageOf(location.pathname);
  setLanguage(language);
  // Setting it to what it is already would style the whole page again.
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
  const [isHydratable] = await Promise.all([applyDocumentData(), loadTexts(catalogues)]);
  await startRegistry();
  provideLoadedVersions(loadedVersions);
  const config = await readConfig();
  await nextTask();
  startTracing(config);
  startAuth(config);
  startAfterFirstScreen();
  loadModuleTexts();
  await nextTask();
  const { Shell } = await import('./Shell.tsx');
  await nextTask();
  // The router runs the first guard at once, so it comes after registry and session.
  const { startRouter } = await import('./router/startRouter.ts');
  await nextTask();
  const root = document.getElementById(documentIds.root);
  if (!root) throw new Error(`The document has no element #${documentIds.root}.`);
  const isPrerendered = isHydratable && root.dataset['prerendered'] !== undefined;
  const router = startRouter({ isPrerendered, language });
  await nextTask();
  const frameData = readFrameData();
  // From then on what is pressed reaches React.
  const takeOver = () => void delete root.dataset['prerendered'];
  const app = <Shell router={router} config={config} fallback={frameData} onRendered={takeOver} />;
  const options = { identifierPrefix: 'shell-', onRecoverableError: (error: unknown) => console.warn('The frame was re-rendered:', error) };
  // As a transition, React hydrates in short slices.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app, options));
  else createRoot(root, options).render(app);
  replayEvents();
  const countAndRevalidate = () => {
    countVisits(router, config);
    revalidateContent(router, revisionOf(frameData));
  };
  for (const start of [
    pollRegistry,
    startLive,
    watchErrors,
    watchLinks,
    syncCohort,
    followConsent,
    countAndRevalidate,
    measureVitals,
    registerServiceWorker,
    followLanguage,
    followTimeZone,
  ]) {
    await nextTask();
    start();
  }
}

function readFrameData(): Record<string, unknown> {
  const text = document.querySelector(pageDataSelector('shell'))?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

function revisionOf(frameData: Record<string, unknown>): number | undefined {
  const revision = frameData[serializeKey(contentRevisionKeys.current())];
  return typeof revision === 'number' ? revision : undefined;
}

// Keeps the shared modules in the shell's module graph.
if (sharedModules.length === 0) throw new Error('The shell shares no modules.');

boot().catch((cause: unknown) => {
  const error = asShellError(cause, 'frameFailed');
  reportShellError(error);
  showBootFailure(error);
});
