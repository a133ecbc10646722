import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Disclosure, EmptyState, SkeletonText } from '@masomo/design-system';
import { listFaqs, siteKeys } from '@masomo/data/site/publicContent';
import { filterFaqs, type FaqCategory } from '@masomo/domain/faq';
import { LoadFailure } from '../shared/LoadFailure.tsx';
import { useSiteQuery } from '../shared/useSiteQuery.ts';

/** The site's own questions of one category, in the editors' order. */
export function QuestionsBlock({ category }: { category: FaqCategory }) {
  const { data: faqs, error, isLoading, reload } = useSiteQuery(siteKeys.faqs('faq'), (db) => listFaqs(db, 'faq'));
  if (isLoading) return <SkeletonText noOfLines={6} gap="6" />;
  if (!faqs) return <LoadFailure error={error} onRetry={reload} />;
  const visibleFaqs = filterFaqs(faqs, category, '');
  if (visibleFaqs.length === 0)
    return (
      <EmptyState title={t`No questions here yet`}>
        <Trans>Write to us and we will answer.</Trans>
      </EmptyState>
    );
  return (
    <Box>
      {visibleFaqs.map((faq) => (
        <Disclosure key={faq.id} lang={faq.lang} summary={faq.question}>
          {faq.answer}
        </Disclosure>
      ))}
    </Box>
  );
}
