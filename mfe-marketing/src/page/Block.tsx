import { t } from '@lingui/core/macro';
import { memo } from 'react';
import { CirclePlay } from 'lucide-react';
import { Box, ButtonLink, Container, Disclosure, ExternalLink, Heading, Icon, SimpleGrid, Stack, Text } from '@masomo/design-system';
import type { PageBlock } from '@masomo/domain/blocks';
import type { RichTextDocument } from '@masomo/domain/richText';
import { headingId } from '@masomo/domain/headingId';
import { RichText } from '../shared/RichText.tsx';
import { FormBlock } from './FormBlock.tsx';
import { PageTitle } from './PageTitle.tsx';
import { PricingBlock } from './PricingBlock.tsx';
import { QuestionsBlock } from './QuestionsBlock.tsx';
import { Quotes } from '../shared/Quotes.tsx';
import { SiteImage } from '../shared/SiteImage.tsx';

/** One block of a page. A hero that stands first is the page's heading. */
export const Block = memo(function Block({ block, isFirst }: { block: PageBlock; isFirst: boolean }) {
  if (block.type === 'hero' && isFirst) {
    return (
      <PageTitle
        eyebrow={block.eyebrow}
        title={block.title}
        text={block.text && <RichText document={block.text} />}
        image={block.url ? { url: block.url, alt: block.alt ?? '' } : undefined}
      >
        {block.label && block.href && <Action label={block.label} href={block.href} />}
      </PageTitle>
    );
  }
  const isWide =
    block.type === 'pricing' ||
    block.type === 'features' ||
    block.type === 'columns' ||
    block.type === 'gallery' ||
    block.type === 'testimonials';
  return (
    <Container maxWidth={isWide ? '6xl' : '4xl'} marginTop={block.type === 'heading' ? '12' : '6'}>
      <Content block={block} />
    </Container>
  );
});

function Content({ block }: { block: PageBlock }) {
  switch (block.type) {
    case 'hero':
      return (
        <Stack gap="3" alignItems="flex-start">
          <SectionTitle text={block.title} />
          {block.text && <RichText document={block.text} />}
          {block.label && block.href && <Action label={block.label} href={block.href} />}
          {block.url && (
            <SiteImage
              url={block.url}
              alt={block.alt ?? ''}
              sizes="(min-width: 56rem) 52rem, 100vw"
              borderRadius="xl"
              width="full"
              aspectRatio="21/9"
              objectFit="cover"
              loading="lazy"
            />
          )}
        </Stack>
      );
    case 'heading':
      return <SectionTitle text={block.text} />;
    case 'richText':
      return (
        <Box fontSize="lg" lineHeight="1.7">
          <RichText document={block.text} />
        </Box>
      );
    case 'image':
      return (
        <Box as="figure">
          <SiteImage
            url={block.url}
            alt={block.alt}
            sizes="(min-width: 56rem) 52rem, 100vw"
            borderRadius="xl"
            width="full"
            height="auto"
            loading="lazy"
          />
          {block.caption && (
            <Text as="figcaption" color="fg.muted" fontSize="sm" marginTop="2">
              {block.caption}
            </Text>
          )}
        </Box>
      );
    case 'gallery':
      return (
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
          {block.images.map((image, index) => (
            <SiteImage
              key={index}
              url={image.url}
              alt={image.alt}
              sizes="(min-width: 64rem) 23rem, (min-width: 30rem) 50vw, 100vw"
              borderRadius="xl"
              width="full"
              aspectRatio="4/3"
              objectFit="cover"
              loading="lazy"
            />
          ))}
        </SimpleGrid>
      );
    case 'features':
      return (
        <Titled title={block.title}>
          <SimpleGrid columns={{ base: 1, md: 2, lg: 3 }} gap="6">
            {block.items.map((item, index) => (
              <Tile key={index} as={block.title ? 'h3' : 'h2'} title={item.title} text={item.text} />
            ))}
          </SimpleGrid>
        </Titled>
      );
    case 'columns':
      return (
        <SimpleGrid columns={{ base: 1, md: Math.min(Math.max(block.columns.length, 1), 4) }} gap="8">
          {block.columns.map((column, index) => (
            <Box key={index}>
              {column.title && (
                <Heading as="h3" fontSize="xl" marginBottom="3">
                  {column.title}
                </Heading>
              )}
              <RichText document={column.text} />
            </Box>
          ))}
        </SimpleGrid>
      );
    case 'pricing':
      return (
        <Titled title={block.title}>
          <PricingBlock category={block.category} />
        </Titled>
      );
    case 'form':
      return (
        <Titled title={block.title}>
          <FormBlock form={block.form} />
        </Titled>
      );
    case 'faq':
      return block.category ? (
        <Titled title={block.title}>
          <QuestionsBlock category={block.category} />
        </Titled>
      ) : (
        <Titled title={block.title}>
          <Box>
            {block.items.map((item, index) => (
              <Disclosure key={index} summary={item.question}>
                <RichText document={item.answer} />
              </Disclosure>
            ))}
          </Box>
        </Titled>
      );
    case 'testimonials':
      return (
        <Titled title={block.title}>
          <Quotes />
        </Titled>
      );
    case 'video':
      return (
        <ExternalLink
          href={block.url}
          display="flex"
          alignItems="center"
          gap="4"
          borderWidth="1px"
          borderColor="border"
          borderRadius="2xl"
          padding="6"
          fontSize="lg"
          fontWeight="600"
          width="full"
        >
          <Icon boxSize="10" color="accent.fg" flexShrink="0">
            <CirclePlay aria-hidden />
          </Icon>
          <span>
            {block.title}
            <Text as="span" display="block" color="fg.muted" fontSize="sm" fontWeight="400">
              {watchLabel(block.url)}
            </Text>
          </span>
        </ExternalLink>
      );
    case 'callToAction':
      return (
        <Stack
          gap="4"
          alignItems="flex-start"
          background="accent.subtle"
          borderRadius="2xl"
          padding={{ base: '6', md: '10' }}
          marginTop="6"
        >
          <Heading as="h2" fontSize="2xl">
            {block.title}
          </Heading>
          {block.text && <RichText document={block.text} />}
          <Action label={block.label} href={block.href} />
        </Stack>
      );
  }
}

// The visitor's browser contacts the video's site only after following the link.
function watchLabel(url: string): string {
  if (!URL.canParse(url)) return t`Watch the video`;
  const site = new URL(url).hostname.replace(/^www\./, '');
  return t`Watch the video on ${site}`;
}

function SectionTitle({ text }: { text: string }) {
  return (
    <Heading as="h2" id={headingId(text)} fontSize={{ base: '2xl', md: '3xl' }} letterSpacing="-0.02em">
      {text}
    </Heading>
  );
}

function Titled({ title, children }: { title: string | undefined; children: React.ReactNode }) {
  return (
    <Stack gap="6">
      {title && <SectionTitle text={title} />}
      {children}
    </Stack>
  );
}

function Tile({ as, title, text }: { as: 'h2' | 'h3'; title: string; text: RichTextDocument }) {
  return (
    <Box borderWidth="1px" borderColor="border" borderRadius="2xl" padding="6">
      <Heading as={as} fontSize="lg" marginBottom="2">
        {title}
      </Heading>
      <RichText document={text} />
    </Box>
  );
}

function Action({ label, href }: { label: string; href: string }) {
  return href.startsWith('/') || href.startsWith('#') ? (
    <ButtonLink to={href}>{label}</ButtonLink>
  ) : (
    <ExternalLink href={href} fontWeight="600">
      {label}
    </ExternalLink>
  );
}
