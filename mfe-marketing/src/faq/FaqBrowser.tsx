import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { Box, Button, Disclosure, EmptyState, Flex, SkeletonText, Stack, Text } from '@masomo/design-system';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { SearchInput } from '@masomo/design-system/forms';
import { faqCategories, faqCategoryLabels, filterFaqs, type FaqCategory } from '@masomo/domain/faq';
import { translate } from '@masomo/i18n';
import { listFaqs, siteKeys } from '@masomo/data/site/publicContent';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** All questions with search and category filter. */
export function FaqBrowser() {
  const { data: faqs, error, isLoading, reload } = useSiteQuery(siteKeys.faqs('faq'), (db) => listFaqs(db, 'faq'));
  const [category, setCategory] = useState<FaqCategory>('All Questions');
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  if (isLoading) return <SkeletonText noOfLines={10} gap="6" />;
  if (!faqs) return <LoadFailure error={error} onRetry={reload} />;
  const found = filterFaqs(faqs, category, deferredSearch);
  return (
    <Box maxWidth="4xl" marginInline="auto">
      <SearchInput label={t`Search questions`} placeholder={t`Search questions...`} value={search} onValueChange={setSearch} />
      <Flex role="group" aria-label={t`Category`} gap="2" flexWrap="wrap" marginTop="5">
        {faqCategories.map((name) => (
          <Button
            key={name}
            size="sm"
            borderRadius="full"
            variant={name === category ? 'solid' : 'outline'}
            aria-pressed={name === category}
            onClick={() => setCategory(name)}
          >
            {translate(faqCategoryLabels[name])}
          </Button>
        ))}
      </Flex>
      <Text role="status" color="fg.muted" marginBlock="6">
        {plural(found.length, { one: '# question', other: '# questions' })}
      </Text>
      {/* The open state is positional, so another search or category must remount the list. */}
      <Stack gap="0" key={`${category}/${deferredSearch}`}>
        {found.map((faq, position) => (
          <Disclosure key={position} summary={faq.question}>
            {faq.answer}
          </Disclosure>
        ))}
      </Stack>
      {found.length === 0 && (
        <EmptyState title={t`No questions found`}>
          <Trans>Try adjusting your search terms or category filter</Trans>
        </EmptyState>
      )}
    </Box>
  );
}
