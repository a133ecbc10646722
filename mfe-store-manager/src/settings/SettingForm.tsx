import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent, type ReactNode } from 'react';
import { outcomeTitle, useCommand } from '@masomo/data';
import { getSettingGroup, saveSettingGroup, type SettingGroup } from '@masomo/data/site/siteSettings';
import { Button, HStack, Stack, toaster } from '@masomo/design-system';
import { FormError, SubmitButton } from '@masomo/design-system/forms';
import { useUnsavedChanges } from '@masomo/navigation';

/** A settings group being edited: its value, validation problems by field, and the change callback. */
export type SettingDraft<T> = { value: T; problems: Readonly<Record<string, string>>; change: (next: T) => void };

type SettingFormProps<T> = {
  group: SettingGroup;
  name: string;
  parse: (value: unknown) => T;
  children: (draft: SettingDraft<T>) => ReactNode;
};

/** Saves one settings group against the version it was read at. On a conflict the input stays and the user decides which version wins. */
export function SettingForm<T>({ group, name, parse, children }: SettingFormProps<T>) {
  const [saved, setSaved] = useState(group);
  const [value, setValue] = useState(() => parse(group.value));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useCommand(saveSettingGroup, { invalidates: ['settings', 'payments'] });
  const reload = useCommand(getSettingGroup);
  const isChanged = JSON.stringify(value) !== JSON.stringify(parse(saved.value));
  const isBusy = save.isRunning || reload.isRunning;
  useUnsavedChanges(isChanged);

  async function store(base: SettingGroup) {
    const result = await save.run({ ...base, value });
    if (!result) return;
    if ('problems' in result) {
      setProblems(Object.fromEntries(result.problems.map(({ path, problem }) => [path, problem])));
      return;
    }
    setProblems({});
    setSaved({ ...base, value, updatedAt: result.updatedAt });
    toaster.success({ title: t`${name} saved` });
  }

  async function overwriteTheirs() {
    const stored = await reload.run(group.key);
    if (stored) await store(stored);
  }

  async function discardMine() {
    const stored = await reload.run(group.key);
    if (!stored) return;
    save.reset();
    setSaved(stored);
    setValue(parse(stored.value));
    setProblems({});
  }

  return (
    <form
      aria-label={name}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void store(saved);
      }}
    >
      <Stack gap="4">
        {children({
          value,
          problems,
          change: (next) => {
            setValue(next);
            setProblems({});
          },
        })}
        <FormError title={outcomeTitle(save.error ?? reload.error, t`Not saved`)}>
          {(save.error ?? reload.error)?.userMessage ??
            (Object.keys(problems).length > 0 && t`Some fields need attention. They are marked above.`)}
        </FormError>
        {save.error?.kind === 'conflict' && (
          <HStack gap="2" wrap="wrap">
            <Button size="sm" disabled={isBusy} onClick={() => void overwriteTheirs()}>
              <Trans>Save mine over theirs</Trans>
            </Button>
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void discardMine()}>
              <Trans>Discard mine, load theirs</Trans>
            </Button>
          </HStack>
        )}
        <HStack gap="2">
          <SubmitButton isBusy={isBusy} busyLabel={t`Saving...`} disabled={!isChanged}>{t`Save ${name.toLowerCase()}`}</SubmitButton>
          {isChanged && !isBusy && (
            <Button
              variant="ghost"
              onClick={() => {
                setValue(parse(saved.value));
                setProblems({});
              }}
            >
              <Trans>Undo changes</Trans>
            </Button>
          )}
        </HStack>
      </Stack>
    </form>
  );
}
