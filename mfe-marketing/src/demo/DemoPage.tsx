import { Button, ButtonLink, HStack } from '@masomo/design-system';
import { DashboardIllustration } from '../shared/drawings/DashboardIllustration.tsx';
import { FaqSection } from '../shared/FaqSection.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { scrollToAnchor, useAnchorScroll } from '../shared/useAnchorScroll.ts';
import { DemoChoices } from './DemoChoices.tsx';
import { DemoOverview } from './DemoOverview.tsx';
import { DemoRequestSection } from './DemoRequestSection.tsx';

/** Anchor of the request form; other pages link to it. */
const formId = 'demo-request-form';

export function DemoPage() {
  useAnchorScroll();
  const scrollToForm = () => scrollToAnchor(formId);
  return (
    <>
      <PageHero page="demo" drawing={<DashboardIllustration />}>
        <HStack gap="3" marginTop="2" flexWrap="wrap">
          <Button size="lg" onClick={scrollToForm}>
            Request a guided demo
          </Button>
          <ButtonLink to="/versions" size="lg" variant="outline">
            Compare the versions
          </ButtonLink>
        </HStack>
      </PageHero>
      <DemoChoices onGuidedDemo={scrollToForm} />
      <DemoOverview />
      <DemoRequestSection id={formId} />
      <FaqSection surface="demo" title="Before the demo" />
    </>
  );
}
