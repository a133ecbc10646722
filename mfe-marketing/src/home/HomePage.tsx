import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useSyncExternalStore } from 'react';
import { ButtonLink } from '@masomo/design-system';
import { missingNotice as MissingNotice } from '../shared/lazyMissingNotice.ts';
import { missingAddress } from '../shared/missingAddress.ts';
import { CallToAction } from '../shared/CallToAction.tsx';
import { ClaimStrip } from './ClaimStrip.tsx';
import { DeploymentChoice } from './DeploymentChoice.tsx';
import { FeatureGrid } from './FeatureGrid.tsx';
import { HomeHero } from './HomeHero.tsx';
import { Moments } from './Moments.tsx';
import { Testimonials } from './Testimonials.tsx';

export function HomePage() {
  const missing = useSyncExternalStore(missingAddress.subscribe, missingAddress.get, () => undefined);
  return (
    <>
      {missing && (
        <Suspense fallback={null}>
          <MissingNotice address={missing} />
        </Suspense>
      )}
      <HomeHero />
      <ClaimStrip />
      <DeploymentChoice />
      <FeatureGrid />
      <Moments />
      <Testimonials />
      <CallToAction
        title={t`See your own school in it`}
        actions={
          <>
            <ButtonLink to="/demo#demo-request-form" size="lg">
              <Trans>Request Demo</Trans>
            </ButtonLink>
            <ButtonLink to="/pricing" size="lg" variant="outline">
              <Trans>See prices</Trans>
            </ButtonLink>
          </>
        }
      >
        <Trans>
          Bring a class list and last term’s fee balances. In under an hour you will have seen your own streams, your own fees and your own
          report card.
        </Trans>
      </CallToAction>
    </>
  );
}
