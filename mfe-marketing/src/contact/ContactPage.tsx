import { t } from '@lingui/core/macro';
import { Grid } from '@masomo/design-system';
import { FaqSection } from '../shared/FaqSection.tsx';
import { PageHero } from '../shared/PageHero.tsx';
import { SchoolScene } from '../shared/pictures/SchoolScene.tsx';
import { Section } from '../shared/Section.tsx';
import { ContactDetails } from './ContactDetails.tsx';
import { ContactForm } from '../shared/ContactForm.tsx';
import { OfficeMap } from './OfficeMap.tsx';

export function ContactPage() {
  return (
    <>
      <PageHero page="contact" drawing={<SchoolScene name="office" />} />
      <Section>
        <Grid templateColumns={{ base: '1fr', lg: '5fr 7fr' }} gap={{ base: '12', lg: '20' }}>
          <ContactDetails />
          <ContactForm />
        </Grid>
      </Section>
      <Section space="tight">
        <OfficeMap />
      </Section>
      <FaqSection surface="contact" title={t`Before you write`} />
    </>
  );
}
