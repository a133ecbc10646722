import { useEffect } from 'react';
import { Box, Container, Text } from '@masomo/design-system';
import type { PublishedPage } from '@masomo/data/site/publishedPages';
import { titleOf } from '../shared/pageTitles.ts';
import { ImagesContext } from '../shared/SiteImage.tsx';
import { useSettings } from '../shared/SiteSettingsGate.tsx';
import { EnglishNote } from '../shared/EnglishNote.tsx';
import { Block } from './Block.tsx';
import { PageTitle } from './PageTitle.tsx';

/** A page of the CMS. */
export function PageBody({ page }: { page: PublishedPage }) {
  const { brand } = useSettings();
  useEffect(() => {
    document.title = titleOf(page.title, brand.name);
  }, [page.title, brand.name]);
  const startsWithHero = page.blocks[0]?.type === 'hero';
  return (
    <ImagesContext value={page.images}>
      {page.lang && (
        <Container maxWidth="4xl" paddingTop="6">
          <EnglishNote lang={page.lang} />
        </Container>
      )}
      <Box as="article" lang={page.lang} paddingBottom={{ base: '16', md: '24' }}>
        {!startsWithHero && <PageTitle title={page.title} text={page.description && <Text>{page.description}</Text>} />}
        {page.blocks.map((block, index) => (
          <Block key={index} block={block} isFirst={index === 0} />
        ))}
      </Box>
    </ImagesContext>
  );
}
