import { memo } from 'react';
import { Box, Card, Heading, Image, Stack, Text } from '@masomo/design-system';
import { TextAreaField } from '@masomo/design-system/forms';
import { PictureField } from './PictureField.tsx';
import type { PageWork } from './usePageWork.ts';

type SearchFieldsProps = Pick<PageWork, 'title' | 'slug' | 'metaDescription' | 'socialImage'> & { onWrite: (part: Partial<Omit<PageWork, 'entries'>>) => void };

/** Search engines show about this much of a title and a description. */
const shownTitle = 60;
const shownDescription = 160;
const cut = (words: string, most: number) => (words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words);

/** How the page looks in search results and where its link is shared. */
export const SearchFields = memo(function SearchFields({ onWrite, ...work }: SearchFieldsProps) {
  const address = `${window.location.host} › ${work.slug}`;
  return (
    <Card.Root as="section" aria-labelledby="search">
      <Card.Body gap="5">
        <Heading as="h2" size="lg" id="search">Search and sharing</Heading>
        <TextAreaField
          label="Meta description" rows={2} maxLength={320} value={work.metaDescription} helpText={`One or two sentences for search results: ${work.metaDescription.length} of about ${shownDescription} characters.`}
          onChange={(event) => onWrite({ metaDescription: event.currentTarget.value })}
        />
        <PictureField label="Picture of shared links" isOptional value={work.socialImage} error={undefined} onChange={(socialImage) => onWrite({ socialImage })} />
        <Stack gap="1" role="group" aria-label="Search result" borderWidth="1px" borderRadius="lg" p="4">
          <Text fontSize="xs" color="fg.muted">{address}</Text>
          <Text fontSize="lg" color="accent.fg">{cut(work.title || 'Title of the page', shownTitle)}</Text>
          <Text fontSize="sm" color="fg.muted">{cut(work.metaDescription || 'Without a description, search engines choose words of the page themselves.', shownDescription)}</Text>
        </Stack>
        {work.socialImage && (
          <Box role="group" aria-label="Shared link" borderWidth="1px" borderRadius="lg" overflow="hidden" maxW="sm">
            <Image src={work.socialImage} alt="" aspectRatio="1.91" w="full" objectFit="cover" />
            <Box p="3"><Text fontSize="xs" color="fg.muted">{window.location.host}</Text><Text fontWeight="600">{cut(work.title, shownTitle)}</Text></Box>
          </Box>
        )}
      </Card.Body>
    </Card.Root>
  );
});
