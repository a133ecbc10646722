import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '@masomo/design-system';
import { useExchangeRate } from '@masomo/data/store/exchangeRate';
import { CallToAction } from '../shared/CallToAction.tsx';
import { FaqSection } from '../shared/FaqSection.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { SchoolScene } from '../shared/pictures/SchoolScene.tsx';
import { billingChoice, priceIn } from '../shared/prices.tsx';
import { useAnchorScroll } from '../shared/useAnchorScroll.ts';
import { PriceList } from './PriceList.tsx';
import { PriceSwitches } from './PriceSwitches.tsx';

export function PricingPage() {
  useAnchorScroll();
  const { rate } = useExchangeRate();
  return (
    <>
      <PageHero page="pricing" drawing={<SchoolScene name="classroom" />} marks={billingChoice}>
        <PriceSwitches />
      </PageHero>
      <PriceList price={priceIn(rate.kesPerUsd)} />
      <FaqSection surface="pricing" title={t`Pricing questions`} />
      <CallToAction
        title={t`Not sure which plan fits?`}
        actions={
          <>
            <ButtonLink to="/demo" size="lg">
              <Trans>Request Demo</Trans>
            </ButtonLink>
            <ButtonLink to="/contact" size="lg" variant="outline">
              <Trans>Contact Sales</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>Tell us how many students, campuses and terms you plan for. You get one written figure, valid for thirty days.</Trans>
      </CallToAction>
    </>
  );
}
