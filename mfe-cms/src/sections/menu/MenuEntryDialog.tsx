import { t } from '@lingui/core/macro';
import { useState, type FormEvent } from 'react';
import { SelectField, TextField } from '@masomo/design-system/forms';
import { menuAudiences, type StoredMenu, type StoredMenuEntry } from '@masomo/domain/siteMenu';
import { EntryDialog } from '../../shared/EntryDialog.tsx';
import { entriesAt, listsForLinks, type MenuListPath, type MenuPlace } from './menuPlaces.ts';

type MenuEntryDialogProps = {
  place: MenuPlace;
  entry: StoredMenuEntry;
  menu: StoredMenu;
  problems: Readonly<Record<string, string>>;
  targets: readonly { value: string; label: string }[];
  onStore: (list: MenuListPath, entry: StoredMenuEntry) => void;
  onClose: () => void;
};

const another = 'another';
const audiences = { everyone: t`Everyone`, visitors: t`Visitors who are not signed in`, nobody: t`Nobody: hidden` } as const;

/** The fields of one entry; it becomes part of the menu on the screen, which is saved as a whole. */
export function MenuEntryDialog({ place, entry, menu, problems, targets, onStore, onClose }: MenuEntryDialogProps) {
  const [draft, setDraft] = useState(entry);
  const [list, setList] = useState(place.list);
  const [isTyped, setIsTyped] = useState(Boolean(entry.to) && !targets.some(({ value }) => value === entry.to));
  const [isChecked, setIsChecked] = useState(false);
  const isNew = place.index >= entriesAt(menu, place.list).length;
  const hasLinks = (entry.links ?? []).length > 0;
  const isFooterGroup = place.list === 'footer';
  const isLink = !isFooterGroup && !hasLinks;
  const change = (part: Partial<StoredMenuEntry>) => setDraft((present) => ({ ...present, ...part }));
  const problemOf = (field: string) => problems[`${place.list}.${place.index}.${field}`];
  const labelProblem = isChecked && draft.label.trim() === '' ? t`Enter a label` : problemOf('label');
  const needsTarget = isLink && list !== 'header';
  const targetProblem = isChecked && needsTarget && !draft.to?.trim() ? t`Choose where this entry leads` : problemOf('to');
  const lists = listsForLinks(menu).map(({ list: value, part, below }) => ({
    value,
    label: below ? (part === 'header' ? t`Header, below ${below.label}` : t`Footer, below ${below.label}`) : t`Header`,
  }));

  function submit(event: FormEvent) {
    event.preventDefault();
    // The dialog belongs to the form of the whole menu, which would be saved.
    event.stopPropagation();
    setIsChecked(true);
    if (draft.label.trim() === '' || (needsTarget && !draft.to?.trim())) return;
    onStore(list, { ...draft, label: draft.label.trim(), sw: draft.sw.trim(), ...(draft.to === undefined ? {} : { to: draft.to.trim() }) });
  }

  return (
    <EntryDialog
      title={isNew ? (isFooterGroup ? t`New group` : t`New entry`) : t`Edit ${entry.label}`}
      error={undefined}
      isBusy={false}
      saveLabel={isNew ? t`Add to the menu` : t`Apply`}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Label`}
        required
        maxLength={30}
        error={labelProblem}
        value={draft.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextField
        label={t`Label in Swahili`}
        lang="sw"
        maxLength={30}
        helpText={t`Readers of Swahili see the English label while this is blank.`}
        error={problemOf('sw')}
        value={draft.sw}
        onChange={(event) => change({ sw: event.currentTarget.value })}
      />
      {isLink && (
        <SelectField
          label={t`Leads to`}
          required={needsTarget}
          error={isTyped ? undefined : targetProblem}
          options={[
            { value: '', label: list === 'header' ? t`Nowhere: it opens the entries below it` : t`Choose a page` },
            ...targets,
            { value: another, label: t`Another address` },
          ]}
          value={isTyped ? another : (draft.to ?? '')}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setIsTyped(value === another);
            change({ to: value === another ? '' : value });
          }}
        />
      )}
      {isLink && isTyped && (
        <TextField
          label={t`Address`}
          required
          maxLength={500}
          helpText={t`An address on this site, or one starting with https://.`}
          error={targetProblem}
          value={draft.to ?? ''}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      )}
      {isLink && lists.length > 1 && (
        <SelectField label={t`Place`} options={lists} value={list} onChange={(event) => setList(event.currentTarget.value)} />
      )}
      <SelectField
        label={t`Shown to`}
        options={menuAudiences.map((value) => ({ value, label: audiences[value] }))}
        value={draft.shownTo}
        onChange={(event) => change({ shownTo: menuAudiences.find((value) => value === event.currentTarget.value) ?? 'everyone' })}
      />
    </EntryDialog>
  );
}
