import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { Box, Disclosure, List, Text } from '@masomo/design-system';
import { TextLink } from '../shared/TextLink.tsx';
import { SearchInput } from '@masomo/design-system/forms';
import { filterFaqs } from '@masomo/domain/faq';
import { listFaqs, siteKeys } from '@masomo/data/site/publicContent';
import { pageSearchKeys, searchPages } from '@masomo/data/site/pageSearch';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

const minSearchLength = 2;
const maxResults = 5;

/** Searches questions and published pages as the visitor types. */
export function HelpSearch() {
  const [search, setSearch] = useState('');
  const query = useDeferredValue(search.trim());
  const isSearching = query.length >= minSearchLength;
  const { data: faqs, error: faqsError } = useSiteQuery(isSearching ? siteKeys.faqs('faq') : null, (db) => listFaqs(db, 'faq'));
  const { data: pages, error: pagesError } = useSiteQuery(isSearching ? pageSearchKeys.found(query) : null, (db) => searchPages(db, query));
  const matchingFaqs = isSearching && faqs ? filterFaqs(faqs, 'All Questions', query).slice(0, maxResults) : [];
  const isEmpty = isSearching && faqs && pages && matchingFaqs.length === 0 && pages.length === 0;
  return (
    <Box
      width="full"
      maxWidth="2xl"
      marginInline="auto"
      marginTop="4"
      textAlign="start"
      css={{ '& > div:first-of-type': { maxWidth: 'none' } }}
    >
      <SearchInput label={t`Search help articles`} placeholder={t`Search help articles...`} value={search} onValueChange={setSearch} />
      <Box aria-live="polite">
        {isSearching && (
          <Box
            marginTop="3"
            background="bg.panel"
            borderWidth="1px"
            borderColor="border"
            borderRadius="xl"
            paddingInline="5"
            paddingBlock="3"
          >
            {!faqs && !faqsError && (
              <Text color="fg.muted">
                <Trans>Searching...</Trans>
              </Text>
            )}
            {(faqsError ?? pagesError) && <Text color="fg.error">{(faqsError ?? pagesError)?.userMessage}</Text>}
            {pages && pages.length > 0 && (
              <List.Root listStyleType="none" paddingInlineStart="0" gap="2" paddingBlock="2">
                {pages.map((page) => (
                  <List.Item key={page.slug}>
                    <TextLink to={`/${page.slug}`}>{page.title}</TextLink>
                  </List.Item>
                ))}
              </List.Root>
            )}
            {/* Another search closes what the one before had open. */}
            {matchingFaqs.map((faq) => (
              <Disclosure key={`${query} ${faq.id}`} lang={faq.lang} summary={faq.question}>
                {faq.answer}
              </Disclosure>
            ))}
            {isEmpty && (
              <Text>
                <Trans>
                  Nothing found for “{query}”. <TextLink to="/contact">Ask us</TextLink> and a person answers.
                </Trans>
              </Text>
            )}
          </Box>
        )}
      </Box>
    </Box>
  );
}
