import type { ReactNode } from 'react';
import { useSession } from '@masomo/auth';
import { DemonstrationMark } from '../DemonstrationMark.tsx';
import { AccountMenu } from './AccountMenu.tsx';

type AccountHeaderProps = {
  children?: ReactNode;
  /** How many notifications are new. */
  unread?: number;
  /** Whether the screen below is there without a connection. */
  worksOffline?: boolean;
};

/** The right part of the header on every signed-in screen: its tools, and who is signed in, whose menu has theme and language. */
export function AccountHeader({ children, unread = 0, worksOffline }: AccountHeaderProps) {
  const { user } = useSession();
  return (
    <>
      {!user?.hasToEnrol && <DemonstrationMark />}
      {children}
      {user && <AccountMenu user={user} unread={unread} worksOffline={worksOffline} />}
    </>
  );
}
