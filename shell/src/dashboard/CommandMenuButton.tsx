import { lazy, Suspense, useEffect, useState } from 'react';
import { SearchIcon } from 'lucide-react';
import { Box, Button } from '@masomo/design-system';
import type { SessionUser } from '@masomo/auth';

const CommandMenu = lazy(async () => ({ default: (await import('./CommandMenu.tsx')).CommandMenu }));
const isApple = () => /Mac|iP(hone|ad)/.test(navigator.platform);

/** Opens the command menu, by a press or with Ctrl or Cmd and K; its code is fetched when it is first wanted. */
export function CommandMenuButton({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label="Search screens and people"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        px={{ base: '2', md: '3' }}
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon size={16} aria-hidden />
        <Box as="span" hideBelow="md">
          Search
        </Box>
        {/* Drawn, not written: the keys are told by aria-keyshortcuts and are no part of the button's name. */}
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
        <Suspense fallback={null}>
          <CommandMenu user={user} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
