import { releaseFileUrl, type RegistryVersion } from '@masomo/contracts/registry';
import { integrityOf } from '@masomo/domain/secureContext';
import { asShellError, ShellError } from './shellErrors.ts';

/** The federation runtime's codes for a shared module that the shell does not provide. */
const sharedModuleMissing = /RUNTIME-(?:005|006|012)/;
const scriptNotLoaded = /RUNTIME-008|Loading chunk|ChunkLoadError|ScriptNetworkError|loadScript/;
const scriptThrew = /ScriptExecutionError/;

/** The numbered error of a failed load. A browser does not say why it refused a file, so the file is requested once more to see whether it was altered. */
export async function classifyLoadError(app: string, release: RegistryVersion, cause: unknown): Promise<ShellError> {
  if (cause instanceof ShellError) return cause;
  const text = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause);
  if (text.includes('SHELL-007')) return new ShellError('unlistedScript', app, cause);
  if (sharedModuleMissing.test(text)) return new ShellError('incompatible', app, cause);
  if (scriptThrew.test(text)) return new ShellError('importFailed', app, cause);
  if (!scriptNotLoaded.test(text)) return asShellError(cause, 'importFailed', app);
  const tampered = await Promise.all(release.initial.concat(release.entry).map((path) => isTampered(release, path)));
  return new ShellError(tampered.includes(true) ? 'integrityRefused' : 'entryNotLoaded', app, cause);
}

/** Whether the server delivers something other than what was released. */
async function isTampered(release: RegistryVersion, path: string): Promise<boolean> {
  const expected = release.integrity[path];
  const response = await fetch(releaseFileUrl(release, path, location.origin), {
    cache: 'no-store',
    signal: AbortSignal.timeout(2_000),
  }).catch(() => null);
  if (!expected || !response?.ok) return false;
  return ((await integrityOf(await response.arrayBuffer())) ?? expected) !== expected;
}
