import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureMessage, useCommand } from '@masomo/data';
import { Button, toaster } from '@masomo/design-system';
import { ConfirmDialog } from '@masomo/design-system/overlays';
import type { YearClass } from '../../data/cbse.ts';
import { publishPart } from '../../data/cbseCommands.ts';

/** Shows families the results of a term, or hides them again; each asks first. */
export function PublishButtons({ yearClass }: { yearClass: YearClass }) {
  const [asked, setAsked] = useState<YearClass['parts'][number]>();
  const publish = useCommand(publishPart, {
    invalidates: ['cbse'],
    onSuccess: () => {
      toaster.success({ title: asked?.isPublished ? t`Results hidden` : t`Results published` });
      setAsked(undefined);
    },
    onError: (error) => toaster.error(failureMessage(error, t`Nothing was changed`)),
  });
  return (
    <>
      {yearClass.parts.map((part) => (
        <Button key={part.part} size="sm" variant="outline" onClick={() => setAsked(part)}>
          {part.isPublished ? t`Hide ${part.name} from families` : t`Publish ${part.name}`}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          isOpen
          title={asked.isPublished ? t`Hide ${asked.name}?` : t`Publish ${asked.name}?`}
          body={
            asked.isPublished
              ? t`Families of ${yearClass.className} no longer see these results until you publish them again.`
              : t`Families of ${yearClass.className} see the results of ${asked.name} and are notified once. Later changes of marks show at once.`
          }
          confirmLabel={asked.isPublished ? t`Hide` : t`Publish`}
          isBusy={publish.isRunning}
          onConfirm={() => void publish.run({ id: yearClass.id, part: asked.part, isPublished: !asked.isPublished })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
