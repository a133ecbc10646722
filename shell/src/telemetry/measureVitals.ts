import { ownerOf } from '@masomo/contracts/findScreen';
import { registryStore } from '../registry/registryStore.ts';
import { recordSample, sendReportsOnLeave } from './releaseReports.ts';

/** Measures the web vitals for the remote that was opened first; the library is loaded in idle time. */
export function measureVitals(): void {
  const owner = ownerOf(registryStore.get(), location.pathname);
  const { name, version } = owner
    ? { name: owner.manifest.name, version: owner.version }
    : { name: 'shell', version: registryStore.get().shell.version };
  sendReportsOnLeave();
  const start = () =>
    void import('web-vitals').then(
      ({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
        for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB])
          measure((metric) => recordSample(name, version, metric.name, metric.value));
      },
      (error: unknown) => console.warn('web-vitals could not be loaded.', error),
    );
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 10_000 });
  else setTimeout(start, 3_000);
}
