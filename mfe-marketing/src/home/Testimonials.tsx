import { t } from '@lingui/core/macro';
import { Quotes } from '../shared/Quotes.tsx';
import { Section } from '../shared/Section.tsx';

/** Testimonials section of the home page. */
export function Testimonials() {
  return (
    <Section tone="subtle" eyebrow={t`From schools`} title={t`What changes after the first term`}>
      <Quotes />
    </Section>
  );
}
