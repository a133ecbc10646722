import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import { Box, Card, Heading, Image, Stack, Text } from '@masomo/design-system';
import { ImageField } from './fields/ImageField.tsx';
import { DeferredTextArea } from './fields/DeferredTextField.tsx';
import type { FormFields, PageFormState } from './usePageForm.ts';

type SearchFieldsProps = Pick<PageFormState, 'title' | 'slug' | 'metaDescription' | 'socialImage'> & {
  onWrite: (part: FormFields) => void;
};

/** About how many characters search engines show of a title and of a description. */
const titleLength = 60;
const descriptionLength = 160;
const truncate = (text: string, maxLength: number) => (text.length > maxLength ? `${text.slice(0, maxLength - 1).trimEnd()}…` : text);

/** The meta description and social image, with previews of the search result and of a shared link. */
export const SearchFields = memo(function SearchFields({ onWrite, ...form }: SearchFieldsProps) {
  return (
    <Card.Root as="section" aria-labelledby="search">
      <Card.Body gap="5">
        <Heading as="h2" size="lg" id="search">
          <Trans>Search and sharing</Trans>
        </Heading>
        <MetaFields metaDescription={form.metaDescription} socialImage={form.socialImage} onWrite={onWrite} />
        <Stack gap="1" role="group" aria-label={t`Search result`} borderWidth="1px" borderRadius="lg" p="4">
          <Text fontSize="xs" color="fg.muted">
            <span translate="no">{`${window.location.host} › ${form.slug}`}</span>
          </Text>
          <Text fontSize="lg" color="accent.fg">
            {truncate(form.title || t`Page title`, titleLength)}
          </Text>
          <Text fontSize="sm" color="fg.muted">
            {truncate(form.metaDescription || t`Without a description, search engines pick text from the page.`, descriptionLength)}
          </Text>
        </Stack>
        {form.socialImage && (
          <Box role="group" aria-label={t`Shared link`} borderWidth="1px" borderRadius="lg" overflow="hidden" maxW="sm">
            <Image src={form.socialImage} alt="" aspectRatio="1.91" w="full" objectFit="cover" />
            <Box p="3">
              <Text fontSize="xs" color="fg.muted">
                <span translate="no">{window.location.host}</span>
              </Text>
              <Text fontWeight="600">{truncate(form.title, titleLength)}</Text>
            </Box>
          </Box>
        )}
      </Card.Body>
    </Card.Root>
  );
});

/** Memoised: not re-rendered while the title or the blocks are edited. */
const MetaFields = memo(function MetaFields({
  metaDescription,
  socialImage,
  onWrite,
}: Pick<SearchFieldsProps, 'metaDescription' | 'socialImage' | 'onWrite'>) {
  return (
    <>
      <DeferredTextArea
        label={t`Meta description`}
        rows={2}
        maxLength={320}
        value={metaDescription}
        helpText={t`One or two sentences for search results: ${metaDescription.length} of about ${descriptionLength} characters.`}
        onWrite={(text) => onWrite({ metaDescription: text })}
      />
      <ImageField
        label={t`Social image`}
        isOptional
        value={socialImage}
        error={undefined}
        onChange={(socialImageUrl) => onWrite({ socialImage: socialImageUrl })}
      />
    </>
  );
});
