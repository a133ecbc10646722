import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { SearchIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';
import type { SessionUser } from '@masomo/auth';
import { EarlyTyping } from './EarlyTyping.tsx';

const CommandMenu = lazy(async () => ({ default: (await loadWhenOnline(() => import('./CommandMenu.tsx'))).CommandMenu }));
const isApple = () => /Mac|iP(hone|ad)/.test(navigator.platform);

/** Opens the command menu by click, Ctrl+K or Cmd+K; its code is loaded on first use. */
export function CommandMenuButton({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const close = useCallback(() => {
    setIsOpen(false);
    setTyped('');
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // An editor uses the same keys for links.
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setIsOpen((open) => !open);
      setTyped('');
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={t`Search screens, people and records`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        px={{ base: '2', md: '3' }}
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon size={16} aria-hidden />
        <Box as="span" hideBelow="md">
          <Trans>Search</Trans>
        </Box>
        {/* As generated content, since aria-keyshortcuts already announces the keys and they are not part of the button's name. */}
        <Box
          as="kbd"
          hideBelow="md"
          aria-hidden
          fontSize="xs"
          fontFamily="inherit"
          color="fg.muted"
          borderWidth="1px"
          borderRadius="sm"
          px="1.5"
          _before={{ content: isApple() ? '"⌘K"' : '"Ctrl K"' }}
        />
      </Button>
      {isOpen && (
        <Suspense fallback={<EarlyTyping onText={setTyped} onClose={close} />}>
          <CommandMenu user={user} initialText={typed} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
