import { releasedFile } from '@masomo/contracts/appName';
import { ShellError } from '../remotes/shellErrors.ts';
import { recordFailure } from './releaseReports.ts';

/** Reports uncaught errors of released scripts under the app and version they came from; other scripts of the page are ignored. */
export function watchErrors(): void {
  const note = (cause: unknown, place: string) => {
    const [, app, version] = releasedFile.exec(place) ?? [];
    if (app && version) recordFailure(app, version, new ShellError('scriptFailed', app, cause));
  };
  window.addEventListener('error', ({ error, message, filename }) =>
    note(error instanceof Error ? error : message, error instanceof Error ? `${error.stack ?? ''} ${filename}` : filename),
  );
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    if (reason instanceof Error) note(reason, reason.stack ?? '');
  });
}
