import { ButtonLink } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { Section } from '../shared/Section.tsx';
import { FaqBrowser } from './FaqBrowser.tsx';

export function FaqPage() {
  return (
    <>
      <PageHero page="faq" />
      <Section space="tight">
        <FaqBrowser />
      </Section>
      <CallToAction
        title="Your question is not here?"
        actions={
          <>
            <ButtonLink to="/contact" size="lg">
              Contact us
            </ButtonLink>
            <ButtonLink to="/demo" size="lg" variant="outline">
              Request Demo
            </ButtonLink>
          </>
        }
      >
        Write to us and a person answers, or bring it to a guided demo and see the answer on the screen.
      </CallToAction>
    </>
  );
}
