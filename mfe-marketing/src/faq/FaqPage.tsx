import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { SchoolScene } from '../shared/pictures/SchoolScene.tsx';
import { Section } from '../shared/Section.tsx';
import { FaqBrowser } from './FaqBrowser.tsx';

export function FaqPage() {
  return (
    <>
      <PageHero page="faq" drawing={<SchoolScene name="library" />} />
      <Section space="tight">
        <FaqBrowser />
      </Section>
      <CallToAction
        title={t`Can’t find your question?`}
        actions={
          <>
            <ButtonLink to="/contact" size="lg">
              <Trans>Contact us</Trans>
            </ButtonLink>
            <ButtonLink to="/demo" size="lg" variant="outline">
              <Trans>Request Demo</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>Write to us and a person answers, or bring it to a guided demo and see the answer on the screen.</Trans>
      </CallToAction>
    </>
  );
}
