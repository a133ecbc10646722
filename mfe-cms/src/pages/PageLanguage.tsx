import { Trans } from '@lingui/react/macro';
import { memo } from 'react';
import type { TranslationState } from '@masomo/domain/storedTranslations';
import { Button, Card, HStack, Text } from '@masomo/design-system';
import { LanguageSwitch, type EditedLanguage } from '../shared/LanguageSwitch.tsx';
import { TranslationBadge } from '../shared/TranslationBadge.tsx';

type PageLanguageProps = {
  language: EditedLanguage;
  state: TranslationState;
  isTranslated: boolean;
  isBusy: boolean;
  onChoose: (language: EditedLanguage) => void;
  onStart: () => void;
  onConfirm: () => void;
  onRemove: () => void;
};

/** Chooses the language that the fields below are in, and says how its texts stand. */
export const PageLanguage = memo(function PageLanguage({ language, state, isTranslated, isBusy, ...on }: PageLanguageProps) {
  const shownState = isTranslated ? (state === 'missing' ? 'current' : state) : 'missing';
  return (
    <Card.Root>
      <Card.Body gap="3">
        <HStack gap="3" flexWrap="wrap">
          <LanguageSwitch value={language} onChange={on.onChoose} />
          <TranslationBadge state={shownState} />
        </HStack>
        {language === 'sw' && (
          <HStack gap="3" flexWrap="wrap">
            <Text fontSize="sm" color="fg.muted" flex="1 1 16rem">
              {shownState === 'missing' && <Trans>Readers of Swahili see this page in English, with a note that says so.</Trans>}
              {shownState === 'outdated' && <Trans>Go through the texts below, then mark them as up to date.</Trans>}
              {shownState === 'current' && <Trans>The translation is published together with the English text.</Trans>}
            </Text>
            {shownState === 'missing' && (
              <Button size="sm" onClick={on.onStart}>
                <Trans>Start from the English text</Trans>
              </Button>
            )}
            {shownState === 'outdated' && (
              <Button size="sm" disabled={isBusy} onClick={on.onConfirm}>
                <Trans>Mark as up to date</Trans>
              </Button>
            )}
            {isTranslated && (
              <Button size="sm" variant="ghost" onClick={on.onRemove}>
                <Trans>Remove the translation</Trans>
              </Button>
            )}
          </HStack>
        )}
      </Card.Body>
    </Card.Root>
  );
});
