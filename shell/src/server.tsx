import { renderToString } from 'react-dom/server';
import { openScreen } from '@masomo/auth/openScreen';
import { documentDataPath, documentIds, earlyReadsName } from '@masomo/contracts/document';
import { addressLanguages, inLanguage, languageCookie, languageOf } from '@masomo/contracts/languages';
import type { DocumentHead, FrameRequest, RenderedFrame, ShellServer } from '@masomo/contracts/frame';
import type { Installation } from '@masomo/contracts/installation';
import { serializeKey, SWRConfig, type Db } from '@masomo/data';
import { contentRevisionKeys, getContentRevision } from '@masomo/data/site/contentRevision';
import { getSiteSettings, siteKeys } from '@masomo/data/site/publicContent';
import { getSiteMenu, siteMenuKeys } from '@masomo/data/site/siteMenu';
import { cartStorageKey, maxQuantity } from '@masomo/domain/cart';
import { personalStorage } from '@masomo/domain/personalStorage';
import { sessionKey } from '@masomo/domain/sessionKey';
import { consentChosenEvent, consentKey, consentRecordKey, consentVersion } from '@masomo/domain/consent';
import { createServerStyles, documentHead as baseHead, shareImage as renderShareImage, UIProvider } from '@masomo/design-system/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from '@masomo/navigation/server';
import { chooseConsent } from './consent/chooseConsent.inline.ts';
import { markConsent } from './consent/markConsent.inline.ts';
import { earlyPromptName } from './install/installStore.ts';
import { keepInstallPrompt } from './install/keepInstallPrompt.inline.ts';
import { webManifest } from './install/webManifest.ts';
import { offlinePage } from './offline/offlinePage.ts';
import { currencyStorage } from '@masomo/domain/currency';
import { submissionHeader } from '@masomo/domain/forms';
import { setServerLanguage } from '@masomo/domain/locale';
import { newId } from '@masomo/domain/secureContext';
import { loadTexts, setLanguage } from '@masomo/i18n';
import { catalogues } from '@masomo/i18n/catalogues';
import { ConfigContext } from './ConfigContext.ts';
import { PrerenderedContext } from './remotes/PrerenderedContext.ts';
import { registryStore } from './registry/registryStore.ts';
import { afterFirstPaint, inlineScript } from './start/inlineScript.ts';
import { followCurrency } from './start/followCurrency.inline.ts';
import { addToCart } from './start/addToCart.inline.ts';
import { openInLanguage } from './start/openInLanguage.inline.ts';
import { capturedEventsName } from './start/replayEvents.ts';
import { captureEvents } from './start/captureEvents.inline.ts';
import { sendForms } from './start/sendForms.inline.ts';
import { startPage } from './start/startPage.inline.ts';
import { routes } from './router/routes.tsx';

/** Renders the frame of a public address around its remote's markup, as a signed-out visitor sees it. */
export async function renderFrame({ url, registry, config, outlet, db }: FrameRequest<Db>): Promise<RenderedFrame> {
  registryStore.set(registry);
  const language = languageOf(url.pathname);
  setLanguage(language);
  setServerLanguage(language);
  await loadTexts(catalogues);
  const [revision, settings, menu] = await Promise.all([getContentRevision(db), getSiteSettings(db), getSiteMenu(db)]);
  const fallback = {
    [serializeKey(contentRevisionKeys.current())]: revision,
    [serializeKey(siteKeys.settings())]: settings,
    [serializeKey(siteMenuKeys.menu())]: menu,
  };
  const handler = createStaticHandler(routes, { basename: inLanguage('/', language) });
  const context = await handler.query(new Request(url));
  if (context instanceof Response)
    throw new Error(`The frame of ${url.pathname} redirects to ${context.headers.get('location') ?? 'nowhere'}.`);
  // The gateway then sends the document without markup: the visitor's browser may well render it.
  const [failure] = Object.values(context.errors ?? {});
  if (failure !== undefined) throw failure;
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
  return { ...styles.extract(html), fallback, language };
}

/** What the installed site needs besides its pages. */
export const installation: Installation = { manifest: webManifest, offline: offlinePage };

/** Renders the image that link previews show for a public page. */
export const shareImage: ShellServer['shareImage'] = (texts) => renderShareImage(texts);

/** The head of every document. */
export const documentHead: DocumentHead = {
  ...baseHead,
  // One script, so that the content security policy needs one hash.
  scripts: [
    [
      inlineScript(openInLanguage, languageCookie, addressLanguages),
      ...baseHead.scripts,
      inlineScript(followCurrency, currencyStorage.currency),
      inlineScript(addToCart, cartStorageKey, personalStorage.cartOrderKey, maxQuantity, newId),
      inlineScript(keepInstallPrompt, earlyPromptName),
      inlineScript(chooseConsent, consentKey, consentRecordKey, consentVersion, consentChosenEvent, newId),
      inlineScript(captureEvents, documentIds.start, capturedEventsName),
      afterFirstPaint(inlineScript(markConsent, consentKey, consentRecordKey, consentVersion)),
    ].join(';'),
  ],
  screen: inlineScript(openScreen, documentIds.screen, sessionKey, personalStorage.lastRole, earlyReadsName),
  start: [
    inlineScript(sendForms, submissionHeader, newId),
    inlineScript(startPage, documentIds.start, documentDataPath, capturedEventsName),
  ].join(';'),
};
