import { t } from '@lingui/core/macro';
import { ActionMenu, BookmarkIcon } from '@masomo/design-system/tables';
import type { ListView } from './useListView.ts';

/** Saves what a list is filtered by as what it opens with for this person, and leads back to that. */
export function ViewMenu({ view }: { view: ListView }) {
  if (!view.isChanged && !view.isSaved) return null;
  return (
    <ActionMenu
      label={t`Saved view`}
      actions={[
        view.isChanged && { label: t`Save these filters for me`, onSelect: view.save },
        view.isChanged && { label: view.isSaved ? t`Back to my saved filters` : t`Clear all filters`, onSelect: view.restore },
        view.isSaved && { label: t`Forget my saved filters`, onSelect: view.forget },
      ]}
    >
      <BookmarkIcon size={18} fill={view.isSaved ? 'currentColor' : 'none'} aria-hidden />
    </ActionMenu>
  );
}
