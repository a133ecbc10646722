import type { ReactNode } from 'react';
import { Box, Flex } from '@masomo/design-system';
import { CookieNotice } from '../consent/CookieNotice.tsx';
import { InstallNotice } from '../install/InstallNotice.tsx';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import { SkipLink } from './SkipLink.tsx';

/** Header and footer around a public page, with the notices about cookies and installing. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" minH="100dvh">
      <SkipLink />
      <AnnouncementBar />
      <PublicHeader />
      <Box as="main" id="main" tabIndex={-1} flex="1" display="flex" flexDirection="column" _focusVisible={{ outline: 'none' }}>
        {children}
      </Box>
      <PublicFooter />
      <CookieNotice />
      <InstallNotice />
    </Flex>
  );
}
