import { useLayoutEffect } from 'react';
import type { RuntimeConfig } from '@masomo/contracts/runtimeConfig';
import { SWRConfig } from '@masomo/data';
import { UIProvider } from '@masomo/design-system';
import { RouterProvider } from '@masomo/navigation';
import { ConfigContext } from './ConfigContext.ts';
import type { ShellRouter } from './router/startRouter.ts';

type ShellProps = {
  router: ShellRouter;
  config: RuntimeConfig;
  fallback: Record<string, unknown>;
  /** Called with the first content, hydrated or rendered. */
  onRendered: () => void;
};

/** Root of the page's React tree: layout, guard and the outlets of the remotes, each of which has a root of its own. */
export function Shell({ router, config, fallback, onRendered }: ShellProps) {
  useLayoutEffect(onRendered, [onRendered]);
  return (
    <UIProvider>
      <ConfigContext value={config}>
        <SWRConfig value={{ fallback, revalidateOnFocus: false }}>
          <RouterProvider router={router} />
        </SWRConfig>
      </ConfigContext>
    </UIProvider>
  );
}
