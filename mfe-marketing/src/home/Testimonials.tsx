import { Quotes } from '../shared/Quotes.tsx';
import { Section } from '../shared/Section.tsx';

/** Three voices from schools. */
export function Testimonials() {
  return (
    <Section tone="subtle" eyebrow="From schools" title="What changes after the first term">
      <Quotes />
    </Section>
  );
}
