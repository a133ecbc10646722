import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { previewMessageSchema, previewReadyMessage } from '@masomo/contracts/pagePreview';
import { Box, Container, EmptyState } from '@masomo/design-system';
import { parseBlocks } from '@masomo/domain/blocks';
import { imagePathsOf } from '@masomo/domain/libraryImages';
import { useQuery } from '@masomo/data';
import { listImages, imageKeys } from '@masomo/data/site/images';
import type { PublishedPage } from '@masomo/data/site/publishedPages';
import { HomePage } from './home/HomePage.tsx';
import { LegalPage } from './legal/LegalPage.tsx';
import { PageSkeleton } from './shared/PageSkeleton.tsx';
import { PreviewContext } from './shared/usePublishedPage.ts';
import { reuseUnchanged } from './page/reuseUnchanged.ts';
import { PageBody } from './page/PageBody.tsx';

const neverChanges = () => () => undefined;
const readFramed = () => window.parent !== window;
const isFramedOnServer = () => false;

/** Renders the draft that the page editor posts into this iframe as visitors would see it; empty outside the editor. */
export function PreviewPage() {
  const [page, setPage] = useState<Omit<PublishedPage, 'images'>>();
  const isFramed = useSyncExternalStore(neverChanges, readFramed, isFramedOnServer);
  const paths = imagePathsOf(page?.blocks ?? []);
  const { data: pictures } = useQuery(paths.length > 0 ? imageKeys.of(paths) : null, (db) => listImages(db, paths), {
    keepPreviousData: true,
  });
  useEffect(() => {
    if (window.parent === window) return undefined;
    const receiveDraft = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== window.location.origin || source !== window.parent) return;
      const sent = previewMessageSchema.safeParse(data);
      if (!sent.success) return;
      const { slug, title, description, blocks, lang } = sent.data;
      setPage((current) => ({
        slug,
        title,
        description,
        publishedAt: '',
        languages: [],
        socialImage: '',
        blocks: reuseUnchanged(current?.blocks ?? [], parseBlocks(blocks)),
        ...(lang ? { lang } : {}),
      }));
    };
    window.addEventListener('message', receiveDraft);
    window.parent.postMessage(previewReadyMessage, window.location.origin);
    return () => window.removeEventListener('message', receiveDraft);
  }, []);
  // The editor's text is on its way.
  if (!page && isFramed) return <PageSkeleton />;
  if (!page)
    return (
      <Container paddingBlock="24">
        <EmptyState title={t`Nothing to preview`}>
          <Trans>The preview of a page appears here. Open the page in the CMS and choose Preview.</Trans>
        </EmptyState>
      </Container>
    );
  return (
    <Box as="main" onClickCapture={preventNavigation} onSubmitCapture={preventNavigation}>
      <PreviewContext value={{ ...page, images: pictures ?? {} }}>
        <PreviewedPage page={{ ...page, images: pictures ?? {} }} />
      </PreviewContext>
    </Box>
  );
}

function PreviewedPage({ page }: { page: PublishedPage }) {
  if (page.slug === 'home') return <HomePage />;
  if (page.slug === 'terms' || page.slug === 'privacy') return <LegalPage slug={page.slug} />;
  return <PageBody page={page} />;
}

/** Blocks links and form submissions inside the preview. */
function preventNavigation(event: React.SyntheticEvent): void {
  if (event.type === 'click' && !(event.target instanceof Element && event.target.closest('a'))) return;
  event.preventDefault();
  event.stopPropagation();
}
