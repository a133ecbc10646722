import { ButtonLink } from '@masomo/design-system';
import { CallToAction } from '../shared/CallToAction.tsx';
import { ClaimStrip } from './ClaimStrip.tsx';
import { DeploymentChoice } from './DeploymentChoice.tsx';
import { FeatureGrid } from './FeatureGrid.tsx';
import { HomeHero } from './HomeHero.tsx';
import { Moments } from './Moments.tsx';
import { Testimonials } from './Testimonials.tsx';

export function HomePage() {
  return (
    <>
      <HomeHero />
      <ClaimStrip />
      <DeploymentChoice />
      <FeatureGrid />
      <Moments />
      <Testimonials />
      <CallToAction
        title="See your own school in it"
        actions={
          <>
            <ButtonLink to="/demo#demo-request-form" size="lg">
              Request Demo
            </ButtonLink>
            <ButtonLink to="/pricing" size="lg" variant="outline">
              See prices
            </ButtonLink>
          </>
        }
      >
        Bring a class list and last term’s fee balances. In under an hour you will have seen your own streams, your own fees and your own
        report form.
      </CallToAction>
    </>
  );
}
