import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useRef, useState } from 'react';
import { Box, Disclosure, EmptyState, SegmentedToggle, SkeletonText, Stack, Text } from '@masomo/design-system';
import { EnglishNote } from '../shared/EnglishNote.tsx';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { SearchInput } from '@masomo/design-system/forms';
import { faqCategories, faqCategoryLabels, filterFaqs } from '@masomo/domain/faq';
import { translate } from '@masomo/i18n';
import { listFaqs, siteKeys } from '@masomo/data/site/publicContent';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** All questions with search and category filter. */
export function FaqBrowser() {
  const { data: faqs, error, isLoading, reload } = useSiteQuery(siteKeys.faqs('faq'), (db) => listFaqs(db, 'faq'));
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const answers = useRef<HTMLDivElement>(null);
  // A new search or category starts with all answers closed; the browser would keep the old ones open.
  const closeAnswers = () => {
    for (const answer of answers.current?.querySelectorAll('details') ?? []) answer.open = false;
  };
  const searchFor = (text: string) => {
    closeAnswers();
    setSearch(text);
  };
  if (isLoading) return <SkeletonText noOfLines={10} gap="6" />;
  if (!faqs) return <LoadFailure error={error} onRetry={reload} />;
  const found = filterFaqs(faqs, 'All Questions', deferredSearch);
  const counts = faqCategories.map((category) => filterFaqs(found, category, '').length);
  return (
    <Box maxWidth="4xl">
      <SearchInput label={t`Search questions`} placeholder={t`Search questions...`} value={search} onValueChange={searchFor} />
      <Box marginTop="5" data-question-filter="" onChange={closeAnswers}>
        <SegmentedToggle
          label={t`Category`}
          look="pills"
          name="category"
          defaultValue="0"
          options={faqCategories.map((category, index) => ({ value: String(index), label: translate(faqCategoryLabels[category]) }))}
        />
      </Box>
      <Text role="status" color="fg.muted" marginBlock="6" css={shownCount}>
        {counts.map((count, index) => (
          <span key={index} data-count={index}>
            {plural(count, { one: '# question', other: '# questions' })}
          </span>
        ))}
      </Text>
      <EnglishNote lang={faqs.find(({ lang }) => lang)?.lang} isPartial={faqs.some(({ lang }) => !lang)} />
      <Stack ref={answers} gap="0" css={shownQuestions}>
        {found.map((faq) => (
          <div key={faq.id} data-category={faqCategories.findIndex((category) => category === faq.category)}>
            <Disclosure lang={faq.lang} summary={faq.question}>
              {faq.answer}
            </Disclosure>
          </div>
        ))}
      </Stack>
      <Box css={shownWhereEmpty} data-empty={counts.flatMap((count, index) => (count === 0 ? [index] : [])).join(' ')}>
        <EmptyState title={t`No questions found`}>
          <Trans>Try adjusting your search terms or category filter</Trans>
        </EmptyState>
      </Box>
    </Box>
  );
}

/** Styles that follow the chosen category, which precedes what it filters: choosing one needs no script. */
const whereChosen = (category: number) => `[data-question-filter]:has([value="${category}"]:checked) ~ &`;
const forEachCategory = <Style,>(
  selector: (category: number) => string,
  style: Style,
  categories = faqCategories.map((_, index) => index),
) => Object.fromEntries(categories.map((category) => [selector(category), style])) as Record<string, Style>;
const hidden = { display: 'none' } as const;
const shownCount = {
  '& > span': hidden,
  ...forEachCategory((category) => `${whereChosen(category)} > [data-count="${category}"]`, { display: 'inline' }),
};
// The first category has all questions.
const narrower = faqCategories.map((_, index) => index).slice(1);
const shownQuestions = forEachCategory((category) => `${whereChosen(category)} > :not([data-category="${category}"])`, hidden, narrower);
const shownWhereEmpty = forEachCategory((category) => `${whereChosen(category)}:not([data-empty~="${category}"])`, hidden);
