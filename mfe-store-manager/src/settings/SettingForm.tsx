import { useState, type FormEvent, type ReactNode } from 'react';
import { useCommand } from '@masomo/data';
import { getSettingGroup, saveSettingGroup, type SettingGroup } from '@masomo/data/site/siteTexts';
import { Button, HStack, Stack } from '@masomo/design-system';
import { FormError, SubmitButton } from '@masomo/design-system/forms';
import { toaster } from '@masomo/design-system/overlays';
import { useUnsavedChanges } from '@masomo/navigation';

/** A group of settings being written: its value, what the database finds wrong by field, and a change of it. */
export type SettingDraft<T> = { value: T; problems: Readonly<Record<string, string>>; change: (next: T) => void };

type SettingFormProps<T> = {
  group: SettingGroup;
  name: string;
  parse: (value: unknown) => T;
  children: (draft: SettingDraft<T>) => ReactNode;
};

/** Writes one group of settings against the state it was read at. Nothing typed is lost when somebody else was faster. */
export function SettingForm<T>({ group, name, parse, children }: SettingFormProps<T>) {
  const [saved, setSaved] = useState(group);
  const [value, setValue] = useState(() => parse(group.value));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useCommand(saveSettingGroup, { invalidates: ['settings', 'payments'] });
  const look = useCommand(getSettingGroup);
  const isChanged = JSON.stringify(value) !== JSON.stringify(parse(saved.value));
  const isBusy = save.isRunning || look.isRunning;
  useUnsavedChanges(isChanged);

  async function store(against: SettingGroup) {
    const answer = await save.run({ ...against, value });
    if (!answer) return;
    if ('problems' in answer) {
      setProblems(Object.fromEntries(answer.problems.map(({ path, problem }) => [path, problem])));
      return;
    }
    setProblems({});
    setSaved({ ...against, value, updatedAt: answer.updatedAt });
    toaster.success({ title: `${name} saved` });
  }

  async function keepMine() {
    const theirs = await look.run(group.key);
    if (theirs) await store(theirs);
  }

  async function takeTheirs() {
    const theirs = await look.run(group.key);
    if (!theirs) return;
    save.reset();
    setSaved(theirs);
    setValue(parse(theirs.value));
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
        <FormError title="Not saved">
          {(save.error ?? look.error)?.message ??
            (Object.keys(problems).length > 0 && 'Some fields need another look. They are marked above.')}
        </FormError>
        {save.error?.kind === 'conflict' && (
          <HStack gap="2" wrap="wrap">
            <Button size="sm" disabled={isBusy} onClick={() => void keepMine()}>
              Save mine over theirs
            </Button>
            <Button size="sm" variant="outline" disabled={isBusy} onClick={() => void takeTheirs()}>
              Discard mine, load theirs
            </Button>
          </HStack>
        )}
        <HStack gap="2">
          <SubmitButton isBusy={isBusy} busyLabel="Saving..." disabled={!isChanged}>{`Save ${name.toLowerCase()}`}</SubmitButton>
          {isChanged && !isBusy && (
            <Button
              variant="ghost"
              onClick={() => {
                setValue(parse(saved.value));
                setProblems({});
              }}
            >
              Undo changes
            </Button>
          )}
        </HStack>
      </Stack>
    </form>
  );
}
