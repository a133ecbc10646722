import { PageHero } from '../shared/PageHero.tsx';
import { HelpSearch } from './HelpSearch.tsx';
import { SelfService } from './SelfService.tsx';
import { SupportChannels } from './SupportChannels.tsx';
import { SupportHours } from './SupportHours.tsx';
import { TicketSection } from './TicketSection.tsx';

export function SupportPage() {
  return (
    <>
      <PageHero page="support" align="center">
        <HelpSearch />
      </PageHero>
      <SupportChannels />
      <SelfService />
      <TicketSection />
      <SupportHours />
    </>
  );
}
