import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Disclosure, EmptyState, SkeletonText, Stack } from '@masomo/design-system';
import { TextLink } from './TextLink.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { listFaqs, siteKeys, type FaqSurface } from '@masomo/data/site/publicContent';
import { Section } from './Section.tsx';
import { useSiteQuery } from './useSiteQuery.ts';

/** Questions of one page; they expand without JavaScript. */
export function FaqSection({ surface, title, eyebrow = t`Questions` }: { surface: FaqSurface; title: string; eyebrow?: string }) {
  return (
    <Section
      tone="subtle"
      eyebrow={eyebrow}
      title={title}
      id="faq"
      lead={
        <Trans>
          Something else? <TextLink to="/faq">Read all answers</TextLink> or <TextLink to="/contact">ask us</TextLink>.
        </Trans>
      }
    >
      <Questions surface={surface} />
    </Section>
  );
}

function Questions({ surface }: { surface: FaqSurface }) {
  const { data: faqs, error, isLoading, reload } = useSiteQuery(siteKeys.faqs(surface), (db) => listFaqs(db, surface));
  if (isLoading) return <SkeletonText noOfLines={6} gap="6" maxWidth="4xl" />;
  if (!faqs) return <LoadFailure error={error} onRetry={reload} />;
  if (faqs.length === 0)
    return (
      <EmptyState title={t`No questions here yet`}>
        <Trans>Write to us and we will answer.</Trans>
      </EmptyState>
    );
  return (
    <Stack gap="0" maxWidth="4xl">
      {faqs.map((faq) => (
        <Disclosure key={faq.id} lang={faq.lang} summary={faq.question}>
          {faq.answer}
        </Disclosure>
      ))}
    </Stack>
  );
}
