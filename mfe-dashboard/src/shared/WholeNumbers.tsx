import { Text } from '@masomo/design-system';

const documentNumber = /([A-Z]+(?:-\d+)+)/;

/** A text whose document numbers, such as RCT-00121, stay whole: browsers break a line after their hyphens. */
export function WholeNumbers({ children }: { children: string }) {
  return children.split(documentNumber).map((part, index) =>
    documentNumber.test(part) ? (
      <Text as="span" key={index} whiteSpace="nowrap">
        {part}
      </Text>
    ) : (
      part
    ),
  );
}
