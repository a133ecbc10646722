import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { inLanguage, languageOf, withoutLanguage } from '@masomo/contracts/languages';
import type { PageHead, RenderedPage } from '@masomo/contracts/page';
import { SWRConfig } from '@masomo/data';
import { setServerLanguage } from '@masomo/domain/locale';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { catalogues } from '@masomo/i18n/catalogues';
import { RemoteUIProvider, createServerStyles } from '@masomo/design-system/server';
import { StaticRouter } from '@masomo/navigation/server';
import type { Db } from '@masomo/data';

/** What a public page needs before it can be rendered on the server. */
export type PageData = { status: number; head: PageHead; fallback: Record<string, unknown>; redirect?: string };

/** Loads a page's data by path and query string, as an anonymous visitor. */
export type PageLoader = (url: URL, db: Db) => Promise<PageData>;

/** Makes a remote's component and loader into the `render` its server build exports. One copy of the build renders one language. */
export function defineServer(name: string, App: ComponentType, load: PageLoader) {
  return async function render(requested: URL, db: Db): Promise<RenderedPage> {
    const language = languageOf(requested.pathname);
    setLanguage(language);
    setServerLanguage(language);
    await loadTexts(catalogues);
    const url = new URL(requested);
    url.pathname = withoutLanguage(requested.pathname);
    const page = { ...(await load(url, db)), language };
    if (page.redirect) return { ...page, html: '', styles: '' };
    const styles = createServerStyles();
    const html = renderToString(
      <RemoteUIProvider cache={styles.cache}>
        <SWRConfig value={{ fallback: page.fallback }}>
          <StaticRouter basename={inLanguage('/', language)} location={requested.pathname + requested.search}>
            <App />
          </StaticRouter>
        </SWRConfig>
      </RemoteUIProvider>,
      { identifierPrefix: `${name}-` },
    );
    return { ...page, ...styles.extract(html) };
  };
}
