import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { releaseFileUrl, type RegistryVersion } from '@masomo/contracts/registry';
import { ShellError } from './shellErrors.ts';

const trustedFiles = new Map<string, { app: string; integrity: string }>();
const trustedBases = new Set<string>();

/** Allows the files of a release to be loaded, each only with the content that was released. */
export function trustRelease(app: string, release: RegistryVersion): void {
  const base = releaseFileUrl(release, '', location.origin);
  if (trustedBases.has(base)) return;
  trustedBases.add(base);
  for (const [path, integrity] of Object.entries(release.integrity)) {
    trustedFiles.set(releaseFileUrl(release, path, location.origin), { app, integrity });
  }
}

/** The integrity of a released file by its address; undefined for anything the registry does not list. */
export function integrityOf(address: string): string | undefined {
  const url = new URL(address, location.href);
  url.search = '';
  return trustedFiles.get(url.href)?.integrity;
}

/** The CORS mode of the bundler's chunk loader; a preload in another mode would be a second request. */
export const corsMode = 'anonymous';

function setIntegrity(element: HTMLScriptElement | HTMLLinkElement, address: string): void {
  const integrity = integrityOf(address);
  if (!integrity) throw new ShellError('unlistedScript', undefined, new Error(address));
  element.integrity = integrity;
  element.crossOrigin = corsMode;
}

function setAttributes(element: HTMLElement, attributes: Record<string, unknown> | undefined): void {
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, String(value));
}

/** Runtime plugin that sets the registry's hash on every script and refuses what the registry does not list (SHELL-007). */
export function integrityPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'masomo-integrity',
    createScript({ url, attrs }) {
      const script = document.createElement('script');
      setAttributes(script, attrs);
      setIntegrity(script, url);
      script.src = url;
      return script;
    },
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      setAttributes(link, attrs);
      setIntegrity(link, url);
      link.href = url;
      return link;
    },
  };
}
