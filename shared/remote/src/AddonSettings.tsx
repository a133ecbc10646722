import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { AddonSetting } from '@masomo/contracts/remoteManifest';
import { useCommand, useQuery } from '@masomo/data';
import { addonSettingKeys, getAddonSettings, saveAddonSettings, type SettingValues } from '@masomo/data/addons/addonSettings';
import { Button, ErrorState, SkeletonText, Stack, toaster } from '@masomo/design-system';
import { FormError, SelectField, SwitchField, TextAreaField, TextField } from '@masomo/design-system/forms';
import { translate } from '@masomo/i18n';
import { useUnsavedChanges } from '@masomo/navigation';

type AddonSettingsProps = {
  feature: string;
  settings: readonly AddonSetting[];
  isReadOnly: boolean;
  /** Called with what is changed and not saved yet, for a preview. */
  onDraft?: (changes: SettingValues) => void;
};

/** The form of the settings in an add-on's manifest, with the values of the caller's school. */
export function AddonSettings({ feature, settings, isReadOnly, onDraft }: AddonSettingsProps) {
  const { data: stored, error, reload } = useQuery(addonSettingKeys.of(feature), (db) => getAddonSettings(db, feature));
  const [changes, setDraft] = useState<SettingValues>({});
  const setChanges = (next: SettingValues) => {
    setDraft(next);
    onDraft?.(next);
  };
  const save = useCommand(saveAddonSettings, {
    invalidates: ['addon-settings'],
    onSuccess: () => {
      setChanges({});
      toaster.success({ title: t`Settings saved` });
    },
  });
  const hasChanges = Object.keys(changes).length > 0;
  useUnsavedChanges(hasChanges);
  if (error && !stored) return <ErrorState error={error} onRetry={reload} />;
  if (!stored) return <SkeletonText noOfLines={4} />;
  const set = (name: string, value: string | number | boolean) => setChanges({ ...changes, [name]: value });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run({ feature, values: changes });
      }}
    >
      <Stack gap="5" maxW="xl">
        {settings.map((setting) => {
          const { name, kind } = setting;
          const value = changes[name] ?? stored[name] ?? setting.default;
          const field = {
            label: translate(setting.label),
            disabled: isReadOnly,
            ...(setting.hint ? { helpText: translate(setting.hint) } : {}),
          };
          if (kind === 'switch')
            return (
              <SwitchField key={name} {...field} checked={value === true} onChange={(event) => set(name, event.currentTarget.checked)} />
            );
          if (kind === 'time')
            return (
              <TextField
                key={name}
                {...field}
                type="time"
                required
                value={String(value)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            );
          if (kind === 'text')
            return (
              <TextAreaField
                key={name}
                {...field}
                maxLength={setting.maxLength}
                value={String(value)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            );
          if (kind === 'choice')
            return (
              <SelectField
                key={name}
                {...field}
                options={setting.options.map((option) => ({ value: option.value, label: translate(option.label) }))}
                value={String(value)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            );
          return (
            <TextField
              key={name}
              {...field}
              type="number"
              required
              min={setting.min}
              max={setting.max}
              value={String(value)}
              onChange={(event) => set(name, event.currentTarget.valueAsNumber)}
            />
          );
        })}
        <FormError>{save.error?.userMessage}</FormError>
        <Button type="submit" alignSelf="start" disabled={isReadOnly || !hasChanges || save.isRunning}>
          {t`Save`}
        </Button>
      </Stack>
    </form>
  );
}
