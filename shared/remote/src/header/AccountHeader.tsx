import type { ReactNode } from 'react';
import { useSession } from '@masomo/auth';
import { ColorModeButton } from '@masomo/design-system';
import { DemonstrationMark } from '../DemonstrationMark.tsx';
import { LanguageButton } from '../language/LanguageButton.tsx';
import { AccountMenu } from './AccountMenu.tsx';

type AccountHeaderProps = { children?: ReactNode; /** Whether the screen below is there without a connection. */ worksOffline?: boolean };

/** The right part of the header on every signed-in screen: the app's own tools, language, theme, and who is signed in. */
export function AccountHeader({ children, worksOffline }: AccountHeaderProps) {
  const { user } = useSession();
  return (
    <>
      {!user?.hasToEnrol && <DemonstrationMark />}
      {children}
      <LanguageButton hideBelow="sm" />
      <ColorModeButton />
      {user && <AccountMenu user={user} worksOffline={worksOffline} />}
    </>
  );
}
