import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, ButtonLink, HStack } from '@masomo/design-system';
import { FaqSection } from '../shared/FaqSection.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { ProductPicture } from '../shared/pictures/ProductPicture.tsx';
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
      <PageHero page="demo" drawing={<ProductPicture name="office" sizes="36rem" firstWhere="(min-width: 64rem)" />}>
        <HStack gap="3" marginTop="2" flexWrap="wrap">
          <Button size="lg" onClick={scrollToForm}>
            <Trans>Request a guided demo</Trans>
          </Button>
          <ButtonLink to="/versions" size="lg" variant="outline">
            <Trans>Compare the versions</Trans>
          </ButtonLink>
        </HStack>
      </PageHero>
      <DemoChoices onGuidedDemo={scrollToForm} />
      <DemoOverview />
      <DemoRequestSection id={formId} />
      <FaqSection surface="demo" title={t`Before the demo`} />
    </>
  );
}
