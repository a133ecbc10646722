import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import type { PageHead, RenderedPage } from '@masomo/contracts/page';
import { SWRConfig } from '@masomo/data';
import { RemoteUIProvider, createServerStyles } from '@masomo/design-system/server';
import { StaticRouter } from '@masomo/navigation/server';
import type { Db } from '@masomo/data';

/** What a public page needs before it can be rendered on the server. */
export type PageData = { status: number; head: PageHead; fallback: Record<string, unknown>; redirect?: string };

/** Loads a page's data by path and query string, as an anonymous visitor. */
export type PageLoader = (url: URL, db: Db) => Promise<PageData>;

/** Makes a remote's component and loader into the `render` its server build exports. */
export function defineServer(name: string, App: ComponentType, load: PageLoader) {
  return async function render(url: URL, db: Db): Promise<RenderedPage> {
    const page = await load(url, db);
    if (page.redirect) return { ...page, html: '', styles: '' };
    const styles = createServerStyles();
    const html = renderToString(
      <RemoteUIProvider cache={styles.cache}>
        <SWRConfig value={{ fallback: page.fallback }}>
          <StaticRouter location={url.pathname + url.search}>
            <App />
          </StaticRouter>
        </SWRConfig>
      </RemoteUIProvider>,
      { identifierPrefix: `${name}-` },
    );
    return { ...page, ...styles.extract(html) };
  };
}
