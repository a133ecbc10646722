import { CorePage } from './CorePage.tsx';
import { FormsPage } from './FormsPage.tsx';
import { OverlaysPage } from './OverlaysPage.tsx';
import { StaffPage } from './StaffPage.tsx';

/** Everything of the design system on a few pages, to be looked at by people and by axe. */
export function Gallery({ page }: { page: string }) {
  if (page === 'forms') return <FormsPage />;
  if (page === 'overlays') return <OverlaysPage />;
  if (page === 'staff') return <StaffPage />;
  return <CorePage />;
}
