import * as React from 'react';
import { flushSync } from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { renderedEvent } from '@masomo/contracts/document';
import { withoutLanguage } from '@masomo/contracts/languages';
import type { RemoteLifecycles, RemoteProps } from '@masomo/contracts/lifecycles';
import { loadTexts, type Catalogues } from '@masomo/i18n';
import { UIProvider } from '@masomo/design-system';
import { RemoteRouter } from '@masomo/navigation';
import { SWRConfig } from '@masomo/data';
import { takeFallback } from './fallback.ts';
import { RemoteFailure } from './RemoteFailure.tsx';

const hydrationTimeoutMs = 5_000;

/** Concurrent requests for the same key are one; a failed one is retried twice. */
const swrOptions = { keepPreviousData: false, revalidateOnFocus: true, dedupingInterval: 2_000, errorRetryCount: 2 };

/**
 * Makes a remote's component into the single-spa lifecycles the shell mounts.
 * Prerendered markup in the container is hydrated, anything else is rendered fresh. Its texts come before its first screen, and before
 * markup is hydrated what `preload` loads for its address: React then hydrates at once what a visitor presses.
 */
export function defineRemote(
  name: string,
  App: React.ComponentType,
  catalogues: Catalogues,
  preload?: (pathname: string) => Promise<void> | undefined,
): RemoteLifecycles {
  /** Taken before the first render, which React may start over: a press on the page being hydrated has it do so. */
  let fallback: Record<string, unknown> = {};
  function Root() {
    const [initial] = React.useState(fallback);
    return (
      <UIProvider remote>
        <SWRConfig value={{ ...swrOptions, fallback: initial }}>
          <RemoteRouter remote={name}>
            <App />
          </RemoteRouter>
        </SWRConfig>
      </UIProvider>
    );
  }
  /** Addresses that were rendered before, so their scripts have run. */
  const renderedPaths = new Set<string>();
  const options = {
    identifierPrefix: `${name}-`,
    onRecoverableError: (error: unknown) => reportRecoverableError(name, error),
  };
  const lifecycles = singleSpaReact({
    React,
    ReactDOMClient: {
      // single-spa-react passes no root options; several roots would then make the same ids.
      ...ReactDOMClient,
      hydrateRoot: (element: HTMLElement, node: React.ReactNode) => {
        fallback = takeFallback(name);
        if (element.dataset['prerendered'] === name) {
          // No other mount hydrates it; until then presses are kept from React (`captureEvents`).
          element.dataset['prerendered'] = 'hydrating';
          const takeOver = () => void delete element.dataset['prerendered'];
          window.addEventListener(renderedEvent, takeOver, { once: true });
          // A page that never says so, as of an older release, is hydrated by then.
          setTimeout(takeOver, hydrationTimeoutMs);
          let root: ReactDOMClient.Root | undefined;
          // React then hydrates in short slices between which presses get through.
          React.startTransition(() => {
            root = ReactDOMClient.hydrateRoot(element, node, options);
          });
          return root;
        }
        const root = ReactDOMClient.createRoot(element, options);
        const render = () => root.render(node);
        // In the frame that removed the last screen; the scheduler would paint an empty one in between.
        if (renderedPaths.has(location.pathname)) flushSync(render);
        // A transition skips the Suspense fallback where the code is loaded already; a fallback would stay for a while.
        else React.startTransition(render);
        renderedPaths.add(location.pathname);
        return root;
      },
    },
    renderType: 'hydrateRoot',
    rootComponent: Root,
    domElementGetter: (props) => (props as unknown as RemoteProps).domElement,
    errorBoundary: (error: Error) => <RemoteFailure name={name} error={error} />,
  });
  const remote = lifecycles as unknown as RemoteLifecycles;
  const bootstrap = async (props: RemoteProps) => {
    // Texts come before the modules that use them. A screen that fails to load says so when it renders.
    await loadTexts(catalogues);
    if (props.domElement.dataset['prerendered'] === name) await preload?.(withoutLanguage(location.pathname))?.catch(() => undefined);
    return remote.bootstrap(props);
  };
  return { ...remote, bootstrap };
}

function reportRecoverableError(name: string, error: unknown): void {
  window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: name, phase: 'hydrate', error } }));
}
