import { memo } from 'react';
import { Box, Card, Heading, Image, Stack, Text } from '@masomo/design-system';
import { ImageField } from './fields/ImageField.tsx';
import { DeferredTextArea } from './fields/DeferredTextField.tsx';
import type { PageFormState } from './usePageForm.ts';

type SearchFieldsProps = Pick<PageFormState, 'title' | 'slug' | 'metaDescription' | 'socialImage'> & {
  onWrite: (part: Partial<Omit<PageFormState, 'entries'>>) => void;
};

/** Search engines show about this much of a title and a description. */
const shownTitle = 60;
const shownDescription = 160;
const cut = (words: string, most: number) => (words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words);

/** How the page looks in search results and where its link is shared. */
export const SearchFields = memo(function SearchFields({ onWrite, ...work }: SearchFieldsProps) {
  return (
    <Card.Root as="section" aria-labelledby="search">
      <Card.Body gap="5">
        <Heading as="h2" size="lg" id="search">
          Search and sharing
        </Heading>
        <OwnFields metaDescription={work.metaDescription} socialImage={work.socialImage} onWrite={onWrite} />
        <Stack gap="1" role="group" aria-label="Search result" borderWidth="1px" borderRadius="lg" p="4">
          <Text fontSize="xs" color="fg.muted">{`${window.location.host} › ${work.slug}`}</Text>
          <Text fontSize="lg" color="accent.fg">
            {cut(work.title || 'Title of the page', shownTitle)}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {cut(work.metaDescription || 'Without a description, search engines choose words of the page themselves.', shownDescription)}
          </Text>
        </Stack>
        {work.socialImage && (
          <Box role="group" aria-label="Shared link" borderWidth="1px" borderRadius="lg" overflow="hidden" maxW="sm">
            <Image src={work.socialImage} alt="" aspectRatio="1.91" w="full" objectFit="cover" />
            <Box p="3">
              <Text fontSize="xs" color="fg.muted">
                {window.location.host}
              </Text>
              <Text fontWeight="600">{cut(work.title, shownTitle)}</Text>
            </Box>
          </Box>
        )}
      </Card.Body>
    </Card.Root>
  );
});

/** What is written here itself stays as it is while the title or the blocks are written. */
const OwnFields = memo(function OwnFields({
  metaDescription,
  socialImage,
  onWrite,
}: Pick<SearchFieldsProps, 'metaDescription' | 'socialImage' | 'onWrite'>) {
  return (
    <>
      <DeferredTextArea
        label="Meta description"
        rows={2}
        maxLength={320}
        value={metaDescription}
        helpText={`One or two sentences for search results: ${metaDescription.length} of about ${shownDescription} characters.`}
        onWrite={(words) => onWrite({ metaDescription: words })}
      />
      <ImageField
        label="Picture of shared links"
        isOptional
        value={socialImage}
        error={undefined}
        onChange={(picture) => onWrite({ socialImage: picture })}
      />
    </>
  );
});
