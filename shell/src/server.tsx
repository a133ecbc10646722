import { renderToString } from 'react-dom/server';
import type { DocumentHead, FrameRequest, RenderedFrame } from '@masomo/contracts/frame';
import { serializeKey, SWRConfig, type Db } from '@masomo/data';
import { getSiteSettings, siteKeys } from '@masomo/data/site';
import { createServerStyles, UIProvider } from '@masomo/design-system/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@masomo/navigation/server';
import { ConfigContext } from './configContext.ts';
import { PrerenderedContext } from './outlet/prerenderedContext.ts';
import { registryStore } from './registry/registryStore.ts';
import { routes } from './router/routes.tsx';

/** Draws the frame of a public address around its remote's markup, as a visitor who is not signed in sees it. */
export async function renderFrame({ url, registry, config, outlet, db }: FrameRequest<Db>): Promise<RenderedFrame> {
  registryStore.set(registry);
  const fallback = { [serializeKey(siteKeys.settings())]: await getSiteSettings(db) };
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error(`The frame of ${url.pathname} redirects to ${context.headers.get('location') ?? 'nowhere'}.`);
  const styles = createServerStyles();
  const html = renderToString(
    <UIProvider cache={styles.cache}>
      <ConfigContext value={config}>
        <PrerenderedContext value={outlet}>
          <SWRConfig value={{ fallback }}>
            <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
          </SWRConfig>
        </PrerenderedContext>
      </ConfigContext>
    </UIProvider>,
    { identifierPrefix: 'shell-' },
  );
  return { ...styles.extract(html), fallback };
}

/** Light or dark is decided before the first paint: the visitor's choice, else the system's. */
const colourModeScript =
  "(function(){var m;try{m=localStorage.getItem('masomo.colour-mode')}catch(e){}" +
  "if(m!=='dark'&&m!=='light')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';" +
  "var d=document.documentElement;d.classList.add(m);d.style.colorScheme=m})()";

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230a7f63'/%3E%3Cpath d='M7 22V11.5c3-1.2 6.2-.8 9 1.400 2.800-2.200 6-2.600 9-1.400V22c-3-1.200-6.200-.8-9 1.400-2.800-2.200-6-2.600-9-1.400Z' fill='none' stroke='white' stroke-width='2.200'/%3E%3C/svg%3E";

export const documentHead: DocumentHead = {
  scripts: [colourModeScript],
  tags: `<link rel="icon" href="${icon}"><meta name="color-scheme" content="light dark">`,
};
