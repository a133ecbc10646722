import { t } from '@lingui/core/macro';
import type { Absence } from '@masomo/domain/marks';
import { Button, HStack, Text } from '@masomo/design-system';

type AbsenceButtonsProps = {
  absentCountsAsZero: boolean;
  /** Whether there is a cell to write into. */
  isCellChosen: boolean;
  onChoose: (absence: Absence) => void;
};

/** Writes an absence into the chosen cell, for keyboards of digits, and says how it is typed and what it counts. */
export function AbsenceButtons({ absentCountsAsZero, isCellChosen, onChoose }: AbsenceButtonsProps) {
  const choices: readonly [Absence, string][] = [
    ['absent', t`Absent (ab)`],
    ['exempt', t`Exempt (ex)`],
  ];
  return (
    <HStack gap="2" mb="2" wrap="wrap">
      {choices.map(([absence, label]) => (
        <Button
          key={absence}
          size="xs"
          variant="outline"
          disabled={!isCellChosen}
          // The cell keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(absence)}
        >
          {label}
        </Button>
      ))}
      <Text fontSize="sm" color="fg.muted">
        {absentCountsAsZero
          ? t`In place of a mark. Absent counts as 0 in the average, exempt does not count.`
          : t`In place of a mark. Neither counts in the average.`}
      </Text>
    </HStack>
  );
}
