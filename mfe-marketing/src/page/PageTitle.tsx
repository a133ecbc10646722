import { Box, Container, Eyebrow, Heading, Stack } from '@masomo/design-system';
import { SiteImage } from '../shared/SiteImage.tsx';

type PageTitleProps = {
  eyebrow?: string | undefined;
  title: string;
  text?: React.ReactNode;
  image?: { url: string; alt: string } | undefined;
  children?: React.ReactNode;
};

/** The heading of a page from the CMS. */
export function PageTitle({ eyebrow, title, text, image, children }: PageTitleProps) {
  return (
    <Box background="bg.subtle" borderBottomWidth="1px" borderColor="border" marginBottom={{ base: '10', md: '14' }}>
      <Container maxWidth="4xl" paddingBlock={{ base: '14', md: '20' }}>
        <Stack gap="4" alignItems="flex-start">
          {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
          <Heading as="h1" fontSize={{ base: '4xl', md: '5xl' }} letterSpacing="-0.03em" lineHeight="1.05" textWrap="balance">
            {title}
          </Heading>
          {text && (
            <Box color="fg.muted" fontSize="xl" textWrap="pretty">
              {text}
            </Box>
          )}
          {children}
        </Stack>
        {image && (
          <SiteImage
            url={image.url}
            alt={image.alt}
            sizes="(min-width: 56rem) 52rem, 100vw"
            borderRadius="2xl"
            width="full"
            aspectRatio={{ base: '16/9', md: '21/9' }}
            objectFit="cover"
            marginTop={{ base: '8', md: '10' }}
            isFirst
          />
        )}
      </Container>
    </Box>
  );
}
