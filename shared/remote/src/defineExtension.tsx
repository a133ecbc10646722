import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import * as ReactDOMClient from 'react-dom/client';
import type { Extension, SlotContexts, SlotName } from '@masomo/contracts/slots';
import { UIProvider } from '@masomo/design-system';
import { loadTexts, type Catalogues } from '@masomo/i18n';
import { SWRConfig } from '@masomo/data';
import { RemoteRouter } from '@masomo/navigation';

let roots = 0;

/** What an add-on shows in a slot. `load` imports its component when the slot is first on a screen. */
export function defineExtension<Name extends SlotName>(
  app: string,
  load: () => Promise<ComponentType<SlotContexts[Name]>>,
  catalogues: Catalogues,
): Extension {
  return {
    async mount({ domElement, context, onError }) {
      await loadTexts(catalogues);
      const Content = await load();
      const root = ReactDOMClient.createRoot(domElement, { identifierPrefix: `${app}-${(roots += 1)}-` });
      const render = (props: SlotContexts[Name]) =>
        root.render(
          <ErrorBorder onError={onError}>
            <UIProvider remote>
              <SWRConfig value={{ dedupingInterval: 2_000, errorRetryCount: 2 }}>
                <RemoteRouter remote={app}>
                  <Suspense fallback={null}>
                    <Content {...props} />
                  </Suspense>
                </RemoteRouter>
              </SWRConfig>
            </UIProvider>
          </ErrorBorder>,
        );
      render(context as SlotContexts[Name]);
      return { update: (next) => render(next as SlotContexts[Name]), unmount: () => root.unmount() };
    },
  };
}

type BorderProps = { onError: (error: unknown) => void; children: ReactNode };

class ErrorBorder extends Component<BorderProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
