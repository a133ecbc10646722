import createEmotionServer from '@emotion/server/create-instance';
import { createStyleCache } from './styleCache.ts';

export { UIProvider } from './UIProvider.tsx';
// Without the fonts, so that the release of a remote does not include their files.
export { RemoteUIProvider } from './RemoteUIProvider.tsx';
export { documentHead } from './document/documentHead.ts';
export { shareImage } from './document/shareImage.ts';
export { appColors, appIcons } from './document/appIcons.ts';

/** Collects the styles of one server render: render with `cache`, then `extract` the markup. */
export function createServerStyles() {
  const cache = createStyleCache();
  const server = createEmotionServer(cache);
  return {
    cache,
    /** The markup and its styles as `<style data-emotion="…">` tags. */
    extract(html: string) {
      const chunks = server.extractCriticalToChunks(html);
      const styles = chunks.styles.filter(({ css }) => css !== '');
      return { html: chunks.html, styles: server.constructStyleTagsFromChunks({ ...chunks, styles }) };
    },
  };
}
