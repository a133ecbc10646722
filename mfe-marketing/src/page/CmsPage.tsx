import { useEffect } from 'react';
import { Box, Container } from '@masomo/design-system';
import { getPublishedPage, pageKeys, type PublishedPage } from '@masomo/data/site/publishedPages';
import { useParams } from '@masomo/navigation';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { PageSkeleton } from '../shared/PageSkeleton.tsx';
import { titleOf } from '../shared/pageWords.ts';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';
import { Block } from './Block.tsx';
import { NotFound } from './NotFound.tsx';
import { PageTitle } from './PageTitle.tsx';

/** A page written in the CMS. An address without one leads home. */
export function CmsPage() {
  const { slug = '' } = useParams();
  const { data: page, error, isLoading, reload } = useSiteQuery(pageKeys.bySlug(slug), (db) => getPublishedPage(db, slug));
  if (isLoading) return <PageSkeleton />;
  if (page === undefined) return <Container paddingBlock="24"><LoadFailure error={error} onRetry={reload} /></Container>;
  if (page === null) return <NotFound />;
  return <Page page={page} />;
}

function Page({ page }: { page: PublishedPage }) {
  const { brand } = useSettings();
  useEffect(() => {
    document.title = titleOf(page.title, brand.name);
  }, [page.title, brand.name]);
  const opensWithHero = page.blocks[0]?.type === 'hero';
  return (
    <Box as="article" paddingBottom={{ base: '16', md: '24' }}>
      {!opensWithHero && <PageTitle title={page.title} text={page.description} />}
      {page.blocks.map((block, position) => <Block key={position} block={block} isFirst={position === 0} />)}
    </Box>
  );
}
