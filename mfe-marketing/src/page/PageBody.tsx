import { useEffect } from 'react';
import { Box } from '@masomo/design-system';
import type { PublishedPage } from '@masomo/data/site/publishedPages';
import { titleOf } from '../shared/pageMetadata.ts';
import { ImagesContext } from '../shared/SiteImage.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { Block } from './Block.tsx';
import { PageTitle } from './PageTitle.tsx';

/** A page of the CMS, drawn from its blocks. */
export function PageBody({ page }: { page: PublishedPage }) {
  const { brand } = useSettings();
  useEffect(() => {
    document.title = titleOf(page.title, brand.name);
  }, [page.title, brand.name]);
  const opensWithHero = page.blocks[0]?.type === 'hero';
  return (
    <ImagesContext value={page.pictures}>
      <Box as="article" paddingBottom={{ base: '16', md: '24' }}>
        {!opensWithHero && <PageTitle title={page.title} text={page.description} />}
        {page.blocks.map((block, position) => (
          <Block key={position} block={block} isFirst={position === 0} />
        ))}
      </Box>
    </ImagesContext>
  );
}
