import { sessionStore } from '@masomo/auth';
import { hasRole, type Person } from '@masomo/contracts/findScreen';
import type { Registry } from '@masomo/contracts/registry';
import type { Extension, ExtensionHost, MountedExtension, SlotExtension, SlotName } from '@masomo/contracts/slots';
import { currentLanguage } from '@masomo/i18n';
import { firstVersion, nextVersion, type VersionAttempt } from '../remotes/fallbackVersions.ts';
import { loadExposed } from '../remotes/loadLifecycles.ts';
import { asShellError, reportShellError, ShellError } from '../remotes/shellErrors.ts';
import { withTimeout } from '../remotes/withTimeout.ts';
import { registryStore } from '../registry/registryStore.ts';
import { recordFailure } from '../telemetry/releaseReports.ts';

const loadTimeoutMs = 10_000;
const mountTimeoutMs = 8_000;

/** The extensions of a registry's add-ons for a slot and a person, in order. */
export function extensionsFor(registry: Pick<Registry, 'remotes'>, slot: SlotName, person: Person, language = 'en'): SlotExtension[] {
  return Object.entries(registry.remotes)
    .flatMap(([app, { manifest }]) =>
      (manifest.extensions ?? [])
        .filter((extension) => extension.slot === slot && hasRole(person, extension.roles))
        .map((extension) => {
          const entry = manifest.menu[0];
          return { ...extension, app, label: entry?.labels?.[language] ?? entry?.label ?? app };
        }),
    )
    .sort((a, b) => a.order - b.order || a.app.localeCompare(b.app))
    .map(({ app, label, export: name }) => ({ key: `${app}/${name}`, app, label }));
}

/** Lists and mounts the extensions of the live registry for the signed-in person. */
export function createExtensionHost(): ExtensionHost {
  const lists = new Map<SlotName, { of: Registry; forRoles: string; list: readonly SlotExtension[] }>();
  return {
    list(slot) {
      const registry = registryStore.get();
      const person: Person = sessionStore.get().user ?? { role: '' };
      const roles = [person.role, ...(person.bases ?? [])].join(' ');
      const known = lists.get(slot);
      if (known?.of === registry && known.forRoles === roles) return known.list;
      const found = extensionsFor(registry, slot, person, currentLanguage());
      // React compares by identity: what did not change must not be mounted again.
      const list = known && JSON.stringify(known.list) === JSON.stringify(found) ? known.list : found;
      lists.set(slot, { of: registry, forRoles: roles, list });
      return list;
    },

    mount(extension, _slot, element, context, onFailed) {
      let latest = context;
      let isClosed = false;
      let current: MountedExtension | undefined;
      const host = document.createElement('div');
      host.style.display = 'contents';
      element.replaceChildren(host);
      const fail = (error: ShellError, version: string) => {
        reportShellError(error);
        recordFailure(extension.app, version, error);
        if (isClosed) return;
        host.remove();
        onFailed();
      };
      const close = () => {
        isClosed = true;
        // React warns when a root is unmounted while another one renders.
        setTimeout(() => {
          current?.unmount();
          host.remove();
        });
      };
      const onError = (version: string) => (cause: unknown) => fail(new ShellError('renderFailed', extension.app, cause), version);
      void load(extension.app, extension.key.slice(extension.app.length + 1), isExtension)
        .then(async ({ module, version }) => {
          const mounting = module.mount({ domElement: host, context: latest, onError: onError(version) });
          current = await withTimeout(mounting, mountTimeoutMs, 'mountTimedOut', extension.app).catch((cause: unknown) => {
            throw Object.assign(asShellError(cause, 'mountFailed', extension.app), { version });
          });
          if (isClosed) current.unmount();
          else if (latest !== context) current.update(latest);
        })
        .catch((cause: unknown) => {
          const error = asShellError(cause, 'mountFailed', extension.app);
          fail(error, versionOf(error) ?? registryStore.get().remotes[extension.app]?.version ?? '');
        });
      return {
        update(next) {
          latest = next;
          current?.update(next);
        },
        unmount: close,
      };
    },

    async help() {
      const apps = Object.entries(registryStore.get().remotes).filter(([, { manifest }]) => manifest.extensions?.length);
      const helps = await Promise.all(
        apps.map(async ([app]) => {
          try {
            const { module } = await load(app, 'help', isHelp);
            return await module?.();
          } catch (cause) {
            reportShellError(asShellError(cause, 'importFailed', app));
            return undefined;
          }
        }),
      );
      return helps.filter((help) => help !== undefined);
    },
  };
}

const versionOf = (error: ShellError) => ('version' in error && typeof error.version === 'string' ? error.version : undefined);

/** Loads what `./extensions` of an add-on exports by a name, from the live version, else from the last good one. Rejects with the first failure. */
async function load<Kind>(
  app: string,
  name: string,
  isKind: (value: unknown) => value is Kind,
): Promise<{ module: Kind; version: string }> {
  const remote = registryStore.get().remotes[app];
  if (!remote) throw new ShellError('unknownRemote', app);
  let attempt: VersionAttempt | null = firstVersion(app, remote);
  let first: ShellError | undefined;
  for (let failures = 1; attempt; failures += 1) {
    const { release } = attempt;
    try {
      const exposed = await withTimeout(loadExposed(app, release, attempt.attempt, 'extensions'), loadTimeoutMs, 'loadTimedOut', app);
      const module: unknown = Reflect.get(exposed as object, name);
      if (!isKind(module)) throw new ShellError('noLifecycles', app, new Error(`./extensions exports no ${name}`));
      return { module, version: release.version };
    } catch (cause) {
      const error = asShellError(cause, 'importFailed', app);
      first ??= Object.assign(error, { version: release.version });
      attempt = nextVersion(app, remote, attempt, error, failures);
    }
  }
  throw first ?? new ShellError('importFailed', app);
}

function isExtension(value: unknown): value is Extension {
  return typeof value === 'object' && value !== null && 'mount' in value && typeof value.mount === 'function';
}

/** Releases of before the manual have none. */
function isHelp(value: unknown): value is (() => Promise<unknown>) | undefined {
  return value === undefined || typeof value === 'function';
}
