import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Command } from 'cmdk';
import type { SessionUser } from '@masomo/auth';
import { namedScreensOf } from '@masomo/contracts/menus';
import { Box, Button, HStack, Spinner, Text, VisuallyHidden } from '@masomo/design-system';
import { matchesSearch } from '@masomo/domain/foldText';
import { menuIcons } from '@masomo/design-system/admin';
import { CloseButton, Dialog, Portal } from '@masomo/design-system/overlays';
import { currentLanguage } from '@masomo/i18n';
import { useNavigate } from '@masomo/navigation';
import { useRegistry } from '../registry/registryStore.ts';
import { CommandRow } from './CommandRow.tsx';
import { keepOpened, readOpened, type Opened } from './recentlyOpened.ts';
import { useCommandMatches } from './useCommandMatches.ts';

const menuStyles = {
  '& [cmdk-input]': { flex: '1', minW: '0', ps: '4', py: '3.5', bg: 'transparent', outline: 'none', fontSize: 'md' },
  '& [cmdk-list]': { maxH: { base: 'calc(100dvh - 9rem)', md: 'min(28rem, 60dvh)' }, overflowY: 'auto', p: '2' },
  '& [cmdk-group-heading]': { px: '2', py: '1.5', fontSize: 'xs', fontWeight: '600', color: 'fg.muted' },
  '& [cmdk-item]': {
    display: 'flex',
    alignItems: 'center',
    px: '2',
    py: '1.5',
    minH: { base: '11', md: '9' },
    borderRadius: 'md',
    cursor: 'pointer',
    '&[data-selected=true]': { bg: 'bg.emphasized' },
    '& > *': { flex: '1', minW: '0' },
  },
  '& [cmdk-empty]': { px: '2', py: '6', textAlign: 'center', color: 'fg.muted' },
} as const;

/** A pause in typing; each text is searched by several requests. */
const pauseMs = 180;

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Invoices of one student share an address. */
const valueOf = ({ path, label }: { path: string; label: string }) => `${path} ${label}`;

type CommandMenuProps = {
  user: SessionUser;
  /** What was typed before the menu was there. */
  initialText?: string;
  onClose: () => void;
};

/** Search over the screens, people, orders, pages and invoices that the signed-in person may see; what they opened last comes first. */
export function CommandMenu({ user, initialText = '', onClose }: CommandMenuProps) {
  const navigate = useNavigate();
  const registry = useRegistry();
  const [searchText, setSearchText] = useState(initialText);
  // Results arrive one kind after the other: the first row is the chosen one until the person chooses another.
  const [chosen, setChosen] = useState<string>();
  const [isChoosing, setIsChoosing] = useState(false);
  const search = (text: string) => {
    setSearchText(text);
    setChosen(undefined);
    setIsChoosing(false);
  };
  const [text, settled] = [searchText.trim(), useSettled(searchText.trim())];
  const { groups, isSearching: isAsking, error, retry } = useCommandMatches(user.id, settled);
  const isSearching = isAsking || text !== settled;
  const screens = namedScreensOf(registry, user, currentLanguage()).filter(({ label, area }) =>
    matchesSearch([label, area].filter(Boolean).join(' '), searchText),
  );
  const opened = text === '' ? readOpened(user.id) : [];
  const first = opened[0] ? `opened ${opened[0].path}` : (screens[0]?.path ?? (groups[0]?.matches[0] && valueOf(groups[0].matches[0])));
  const found = groups.reduce((sum, { matches }) => sum + matches.length, screens.length);
  const isEmpty = found === 0;
  const open = (choice: Opened) => {
    keepOpened(user.id, choice);
    onClose();
    void navigate(choice.path);
  };
  return (
    <Dialog.Root
      open
      onOpenChange={({ open: isOpen }) => !isOpen && onClose()}
      placement="top"
      initialFocusEl={() => document.querySelector<HTMLElement>('[cmdk-input]')}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content aria-label={t`Search screens, people and records`} p="0" overflow="hidden">
            <Box asChild css={menuStyles}>
              <Command
                shouldFilter={false}
                loop
                label={t`Search screens, people and records`}
                value={(isChoosing ? chosen : undefined) ?? first ?? ''}
                onValueChange={setChosen}
                onKeyDown={({ key }) => key !== 'Enter' && setIsChoosing(true)}
                onPointerMove={() => setIsChoosing(true)}
              >
                <HStack gap="1" pe="2" borderBottomWidth="1px">
                  <Command.Input value={searchText} onValueChange={search} placeholder={t`Search screens, people and records`} />
                  {isSearching && <Spinner size="sm" color="fg.muted" aria-hidden />}
                  <Dialog.CloseTrigger asChild position="static">
                    <CloseButton size="sm" aria-label={t`Close`} />
                  </Dialog.CloseTrigger>
                </HStack>
                <VisuallyHidden role="status">
                  {text !== '' && !isSearching && !isEmpty && plural(found, { one: '# result', other: '# results' })}
                </VisuallyHidden>
                <Command.List label={t`Results`}>
                  {isEmpty && (
                    <Command.Empty>{isSearching ? t`Searching...` : error ? null : t`No results. Try other words.`}</Command.Empty>
                  )}
                  {opened.length > 0 && (
                    <Command.Group heading={t`Opened last`}>
                      {opened.map((choice) => (
                        <Command.Item key={choice.path} value={`opened ${choice.path}`} onSelect={() => open(choice)}>
                          <CommandRow label={choice.label} detail={choice.detail} />
                        </Command.Item>
                      ))}
                    </Command.Group>
                  )}
                  {screens.length > 0 && (
                    <Command.Group heading={t`Screens`}>
                      {screens.map(({ path, label, icon, area = '' }) => (
                        <Command.Item key={path} value={path} onSelect={() => open({ path, label, detail: area })}>
                          <CommandRow label={label} detail={area} icon={menuIcons[icon]} />
                        </Command.Item>
                      ))}
                    </Command.Group>
                  )}
                  {groups.map(({ heading, matches }) => (
                    <Command.Group key={heading} heading={heading}>
                      {matches.map(({ path, label, detail, kind }) => (
                        <Command.Item key={path + label} value={valueOf({ path, label })} onSelect={() => open({ path, label, detail })}>
                          <CommandRow label={label} detail={detail} kind={kind} />
                        </Command.Item>
                      ))}
                    </Command.Group>
                  ))}
                </Command.List>
              </Command>
            </Box>
            {error && (
              <HStack role="alert" justify="space-between" px="4" py="2" borderTopWidth="1px" fontSize="sm" color="fg.error">
                <Text>
                  <Trans>Some of it could not be searched. {error.userMessage}</Trans>
                </Text>
                <Button size="xs" variant="outline" flexShrink="0" onClick={retry}>
                  <Trans>Try again</Trans>
                </Button>
              </HStack>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
