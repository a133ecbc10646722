import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useCommand } from '@masomo/data';
import { saveSettingGroup, type SettingGroup } from '@masomo/data/site/siteSettings';
import { toaster } from '@masomo/design-system';

/** Saves a group of settings with the version it was read at; `onProblem` receives the invalid fields. */
export function useSaveSettingGroup({ key, updatedAt }: SettingGroup, done: string, onProblem: (path: string, message: string) => void) {
  const [seen, setSeen] = useState(updatedAt);
  const command = useCommand(saveSettingGroup, {
    invalidates: ['settings'],
    onSuccess: (result) => {
      if ('problems' in result) {
        for (const { path, problem } of result.problems) onProblem(path, problem);
        return;
      }
      setSeen(result.updatedAt);
      toaster.success({ title: done, description: t`Visitors see the change within seconds.` });
    },
  });
  return {
    save: (value: unknown) => command.run({ key, value, updatedAt: seen }),
    isSaving: command.isRunning,
    problem:
      command.error?.code === 'setting.changed_meanwhile'
        ? t`${command.error.userMessage} Reload the page to see it, then make your change again.`
        : command.error?.userMessage,
  };
}
