import { Quotes } from '../shared/Quotes.tsx';
import { Section } from '../shared/Section.tsx';

/** Testimonials section of the home page. */
export function Testimonials() {
  return (
    <Section tone="subtle" eyebrow="From schools" title="What changes after the first term">
      <Quotes />
    </Section>
  );
}
