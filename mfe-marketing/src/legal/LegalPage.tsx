import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Box, Container, Grid, Heading, List, Text } from '@masomo/design-system';
import type { PageBlock } from '@masomo/domain/blocks';
import { headingId } from '@masomo/domain/headingId';
import { EnglishNote } from '../shared/EnglishNote.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { PageSkeleton } from '../shared/PageSkeleton.tsx';
import { RichText } from '../shared/RichText.tsx';
import { Section } from '../shared/Section.tsx';
import { usePublishedPage } from '../shared/usePublishedPage.ts';

type LegalPageProps = {
  slug: 'terms' | 'privacy';
  /** What belongs to the last section and does not come from the CMS, with its heading. */
  appendix?: { heading: string; content: ReactNode };
};

/** A legal text from the CMS, with a table of contents beside it. */
export function LegalPage({ slug, appendix }: LegalPageProps) {
  const { data: page, error, isLoading, reload } = usePublishedPage(slug);
  if (isLoading) return <PageSkeleton />;
  if (page === undefined)
    return (
      <Container paddingBlock="24">
        <LoadFailure error={error} onRetry={reload} />
      </Container>
    );
  if (page === null)
    return (
      <Section title={t`This text is being revised`}>
        <Text>
          <Trans>The office sends you the version in force: write to us from the contact page.</Trans>
        </Text>
      </Section>
    );
  const headings = page.blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : []));
  return (
    <>
      <Box as="section" background="bg.subtle" borderBottomWidth="1px" borderColor="border">
        <Container maxWidth="7xl" paddingBlock={{ base: '14', md: '20' }}>
          <EnglishNote lang={page.lang} />
          <Heading as="h1" lang={page.lang} fontSize={{ base: '4xl', md: '5xl' }} letterSpacing="-0.03em" lineHeight="1.05">
            {page.title}
          </Heading>
          <Text color="fg.muted" fontSize="lg" marginTop="4" lang={page.lang}>
            {page.description}
          </Text>
        </Container>
      </Box>
      <Container maxWidth="7xl" paddingBlock={{ base: '10', md: '16' }}>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '18rem minmax(0, 46rem)' }} gap={{ base: '10', lg: '20' }}>
          <TableOfContents headings={headings} lang={page.lang} appendix={appendix?.heading} />
          <Box as="article" fontSize="lg" lineHeight="1.7">
            <Box lang={page.lang}>
              {page.blocks.map((block, index) => (
                <LegalBlock key={index} block={block} />
              ))}
            </Box>
            {appendix && (
              <>
                <LegalHeading as="h3" text={appendix.heading} />
                {appendix.content}
              </>
            )}
          </Box>
        </Grid>
      </Container>
    </>
  );
}

type TableOfContentsProps = { headings: readonly string[]; lang: 'en' | undefined; appendix: string | undefined };

function TableOfContents({ headings, lang, appendix }: TableOfContentsProps) {
  return (
    <Box as="nav" aria-label={t`Sections`} position={{ lg: 'sticky' }} top={{ lg: '28' }} alignSelf="start" fontSize="sm">
      <List.Root listStyleType="none" paddingInlineStart="0" gap="2">
        {headings.map((heading) => (
          <SectionLink key={heading} heading={heading} lang={lang} />
        ))}
        {appendix && <SectionLink heading={appendix} />}
      </List.Root>
    </Box>
  );
}

function SectionLink({ heading, lang }: { heading: string; lang?: 'en' | undefined }) {
  return (
    <List.Item lang={lang}>
      <Box asChild color="fg.muted" _hover={{ color: 'accent.fg' }}>
        <a href={`#${headingId(heading)}`}>{heading}</a>
      </Box>
    </List.Item>
  );
}

function LegalHeading({ text, as = 'h2' }: { text: string; as?: 'h2' | 'h3' }) {
  return (
    <Heading as={as} id={headingId(text)} fontSize="2xl" letterSpacing="-0.02em" marginTop="10" marginBottom="4">
      {text}
    </Heading>
  );
}

function LegalBlock({ block }: { block: PageBlock }) {
  if (block.type === 'heading') return <LegalHeading text={block.text} />;
  return block.type === 'richText' ? <RichText document={block.text} /> : null;
}
