import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { EmptyState, Heading, Stack, Text } from '@masomo/design-system';
import { storedMenuSchema, type StoredMenuEntry } from '@masomo/domain/siteMenu';
import type { SectionDraft } from '../sectionDraft.ts';
import { MenuEntryDialog } from './MenuEntryDialog.tsx';
import { MenuList } from './MenuList.tsx';
import { blankEntry, entriesAt, withEntry, type MenuListPath, type MenuPlace } from './menuPlaces.ts';
import { useMenuTargets } from './useMenuTargets.ts';

/** The entries of the public site's header and footer: order, groups, texts, targets, and who sees them. */
export function MenuFields({ draft }: { draft: SectionDraft }) {
  const [edited, setEdited] = useState<MenuPlace>();
  const targets = useMenuTargets();
  const menu = storedMenuSchema.safeParse(draft.value).data;
  if (!menu)
    return (
      <EmptyState title={t`This menu cannot be shown`}>
        <Trans>Another release of the CMS wrote it. Restore an earlier version.</Trans>
      </EmptyState>
    );
  const shared = { menu, problems: draft.problems, isReachable: targets.isReachable, onChange: draft.change, onEdit: setEdited };
  function store(place: MenuPlace, list: MenuListPath, entry: StoredMenuEntry) {
    draft.change('', withEntry(menu, place, list, entry));
    setEdited(undefined);
  }
  return (
    <Stack gap="8">
      <Stack as="section" gap="3" aria-labelledby="menu-header">
        <Heading as="h2" size="md" id="menu-header">
          <Trans>Header</Trans>
        </Heading>
        <MenuList list="header" label={t`Entries of the header`} {...shared} />
      </Stack>
      <Stack as="section" gap="3" aria-labelledby="menu-footer">
        <Stack gap="0.5">
          <Heading as="h2" size="md" id="menu-footer">
            <Trans>Footer</Trans>
          </Heading>
          <Text fontSize="sm" color="fg.muted">
            <Trans>Contacts and social media are beside these groups, and are edited in the settings.</Trans>
          </Text>
        </Stack>
        <MenuList list="footer" label={t`Groups of the footer`} {...shared} />
      </Stack>
      {edited && (
        <MenuEntryDialog
          place={edited}
          entry={entriesAt(menu, edited.list)[edited.index] ?? blankEntry(edited.list)}
          menu={menu}
          problems={draft.problems}
          targets={targets.options}
          onStore={(list, entry) => store(edited, list, entry)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}
