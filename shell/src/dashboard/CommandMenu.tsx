import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { Command } from 'cmdk';
import { useIsAllowed, type SessionUser } from '@masomo/auth';
import { screensOf } from '@masomo/contracts/menus';
import { useQuery } from '@masomo/data';
import { findKeys, findPeople } from '@masomo/data/people/findPeople';
import { Box, HStack, Text } from '@masomo/design-system';
import { matchesSearch } from '@masomo/domain/foldText';
import { menuIcons } from '@masomo/design-system/admin';
import { Dialog, Portal } from '@masomo/design-system/overlays';
import { useNavigate } from '@masomo/navigation';
import { useRegistry } from '../registry/registryStore.ts';
import { kindLabels, pathOfMatch } from './personMatches.ts';
import { currentLanguage } from '@masomo/i18n';

const menuStyles = {
  '& [cmdk-input]': { w: 'full', px: '4', py: '3.5', bg: 'transparent', outline: 'none', fontSize: 'md', borderBottomWidth: '1px' },
  '& [cmdk-list]': { maxH: 'min(26rem, 60dvh)', overflowY: 'auto', p: '2' },
  '& [cmdk-group-heading]': { px: '2', py: '1.5', fontSize: 'xs', fontWeight: '600', color: 'fg.muted' },
  '& [cmdk-item]': { px: '2', py: '2', borderRadius: 'md', cursor: 'pointer', '&[data-selected=true]': { bg: 'bg.emphasized' } },
  '& [cmdk-empty]': { px: '2', py: '6', textAlign: 'center', color: 'fg.muted' },
} as const;

/** Search over the screens and people the signed-in person may see. */
export function CommandMenu({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const navigate = useNavigate();
  const registry = useRegistry();
  const findsSchools = useIsAllowed('school:write');
  const [searchText, setSearchText] = useState('');
  const query = useDeferredValue(searchText.trim());
  const {
    data: found = [],
    error,
    isValidating,
  } = useQuery(query.length >= 2 ? findKeys.people(user.id, query) : null, (db) => findPeople(db, query), {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  const people = query.length >= 2 ? found : [];
  const screens = screensOf(registry, user, currentLanguage()).filter(({ label }) => matchesSearch(label, searchText));
  const go = (path: string) => {
    onClose();
    navigate(path);
  };
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      placement="top"
      initialFocusEl={() => document.querySelector<HTMLElement>('[cmdk-input]')}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content aria-label={t`Search screens and people`} p="0" overflow="hidden">
            <Box asChild css={menuStyles}>
              <Command shouldFilter={false} loop label={t`Search screens and people`}>
                <Command.Input value={searchText} onValueChange={setSearchText} placeholder={t`Search screens and people`} />
                <Command.List label={t`Results`}>
                  {people.length === 0 && screens.length === 0 && (
                    <Command.Empty>{isValidating ? t`Searching...` : t`No results. Try other words.`}</Command.Empty>
                  )}
                  {screens.length > 0 && (
                    <Command.Group heading={t`Screens`}>
                      {screens.map(({ path, label, icon }) => {
                        const Icon = menuIcons[icon];
                        return (
                          <Command.Item key={path} value={path} onSelect={go}>
                            <HStack gap="3">
                              {Icon && <Icon size={17} aria-hidden />}
                              <Text>{label}</Text>
                            </HStack>
                          </Command.Item>
                        );
                      })}
                    </Command.Group>
                  )}
                  {people.length > 0 && (
                    <Command.Group heading={findsSchools ? t`People and schools` : t`People`}>
                      {people.map((match) => (
                        <Command.Item
                          key={`${match.kind} ${match.id}`}
                          value={`${match.kind} ${match.id}`}
                          onSelect={() => go(pathOfMatch(match))}
                        >
                          <HStack justify="space-between" gap="3">
                            <Text minW="0" truncate>
                              {match.name}
                              <Text as="span" color="fg.muted">
                                {' '}
                                {match.detail}
                              </Text>
                            </Text>
                            <Text fontSize="xs" color="fg.muted">
                              {kindLabels[match.kind]}
                            </Text>
                          </HStack>
                        </Command.Item>
                      ))}
                    </Command.Group>
                  )}
                </Command.List>
              </Command>
            </Box>
            {error && (
              <Text role="alert" px="4" pb="3" fontSize="sm" color="fg.error">
                <Trans>People could not be searched. {error.userMessage}</Trans>
              </Text>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
